"""Words whose ligature (ff, ffi, ffl) the text of a PDF may have lost: ``o ender``, ``insu cient``.

Only words of which no split leaves two real words: ``a air`` stays, since both are words.
"""

from __future__ import annotations

# What one glyph may have been, the longest first.
LIGATURES = ("ffi", "ffl", "ff")

_WORDS = (
    "affect affected affectedly affecting affectingly affection affectionate affectionately affections affective "
    "affectively affectiveness affects affiliate affiliated affiliates affiliating affiliation affiliations "
    "affiliative affirm affirmation affirmations affirmative affirmatively affirmatives affirmatory affirmed "
    "affirmer affirming affirms affix affixed affixes affixing afford affordability affordable affordably "
    "afforded affording affords baffle baffled bafflement baffler bafflers baffles baffling bluff bluffed bluffer "
    "bluffers bluffest bluffing bluffly bluffness bluffs buffer buffered buffering buffers buffet buffeted "
    "buffeter buffeting buffetings buffets cliffhanger cliffhangers cliffhanging cliffier cliffiest cliffs "
    "clifftop clifftops cliffy coefficient coefficients coffee coffees counteroffensive counteroffensives "
    "counteroffer counteroffers crossruff crossruffed crossruffing crossruffs cuff cuffed cuffing cufflink "
    "cufflinks cuffs cutoff cutoffs differ differed difference differences differencing different differential "
    "differentials differentiate differentiated differentiates differently differentness differing differs "
    "difficult difficulties difficultly difficulty effect effected effecting effective effectively effectiveness "
    "effector effectors effects effectual effectually effectuate effectuated effectuates effectuating efficacious "
    "efficaciously efficaciousness efficaciousnesses efficacy efficiencies efficiency efficient efficiently "
    "effort effortful effortless effortlessly effortlessness efforts handoff handoffs indifference indifferent "
    "indifferentism indifferently ineffective ineffectively ineffectiveness ineffectual ineffectualities "
    "ineffectuality ineffectually ineffectualness ineffectualnesses inefficacious inefficacy inefficiencies "
    "inefficiency inefficient inefficiently inoffensive inoffensively inoffensiveness insufficiency insufficient "
    "insufficiently kickoff kickoffs layoff layoffs nonoffender nonoffenders nonoffending nonofficial "
    "nonofficially off offbeat offbeats offenbach offence offences offend offended offender offenders offending "
    "offends offense offenses offensive offensively offensiveness offensives offer offered offering offerings "
    "offers offhand offhanded offhandedly offhandedness office officeholder officeholders officemax officer "
    "officers offices official officially officials officiate officiated officiates officiating officiation "
    "officiations officiator officiators officious officiously officiousness offline offset offsets offsetting "
    "offshoot offshoots offside offsides offspring offsprings overruff overruffed overruffing overruffs payoff "
    "payoffs plaintiff plaintiffs playoff playoffs puff puffed puffier puffiest puffs raffle raffled raffles "
    "rafflesia raffling reshuffle reshuffled reshuffles reshuffling ruff ruffed ruffing ruffs runoff runoffs "
    "scoff scoffed scoffer scoffers scoffing scoffs sheriff sheriffs shuffle shuffleboard shuffleboards shuffled "
    "shuffler shufflers shuffles shuffling sniffed sniffer sniffers sniffier sniffiest sniffing sniffs sniffy "
    "staff staffed staffordshire staffs standoff standoffish standoffishness standoffishnesses standoffs stiff "
    "stiffed stiffer stiffest stiffing stiffish stiffly stiffness stiffs stuff stuffed stuffer stuffier stuffiest "
    "stuffily stuffiness stuffs stuffy suffer sufferable sufferably sufferance suffered sufferer sufferers "
    "suffering sufferings suffers suffice sufficed suffices sufficiency sufficient sufficiently sufficing suffix "
    "suffixation suffixed suffixes suffixing suffixion takeoff takeoffs tariff tariffs traffic trafficked "
    "trafficker traffickers trafficking traffics unaffected unaffectedly unaffectedness unaffectednesses "
    "unofficial unofficially unshuffled waffle waffled waffler wafflers waffles waffling "
)

# Real words that others become when their ligature goes without a gap: tracked is not trafficked.
REAL_WORDS = frozenset(
    [
        "armed",
        "arming",
        "axing",
        "baled",
        "baler",
        "balers",
        "bales",
        "baling",
        "blued",
        "bluer",
        "bluest",
        "bluing",
        "cued",
        "cuing",
        "rales",
        "ruing",
        "rued",
        "sting",
        "tracked",
        "tracker",
        "trackers",
        "tracking",
        "waled",
        "waler",
        "wales",
        "waling",
    ]
)


def words_with_ligatures() -> tuple[str, ...]:
    """The English words, in lower case, in alphabetical order."""
    return tuple(_WORDS.split())
