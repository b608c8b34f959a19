"""English: stems by Snowball with a table of exceptions, and the words that name and cite clauses."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
# The letters of cards in a hand; a row of them is no title whose letters are set apart.
CARDS = "AKQJTXtx"

LAW_HEADING = r"law"
CHAPTER_HEADING = r"chapter"
PART_HEADING = r"part"
DIVISION_HEADING = r"section"
# How headings count in words.
NUMBER_WORDS = {
    **dict(
        zip(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], range(1, 11), strict=True)
    ),
    **dict(
        zip(
            ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"],
            range(1, 11),
            strict=True,
        )
    ),
}
# How numbers are said: one to nineteen, the tens, the ordinals of both.
ONES = {
    word: number
    for number, word in enumerate(
        [
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ],
        1,
    )
}
TENS = {
    word: number * 10
    for number, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2)
}
ORDINALS = {
    **dict(
        zip(["first", "second", "third", "fifth", "eighth", "ninth", "twelfth"], (1, 2, 3, 5, 8, 9, 12), strict=True)
    ),
    **{f"{word}th": number for word, number in ONES.items() if number not in (1, 2, 3, 5, 8, 9, 12)},
    **{f"{word[:-1]}ieth": number for word, number in TENS.items()},
}
DEFINITIONS_HEADING = r"definitions"
INTRODUCTION_HEADING = r"(?:introduction|preface)"
CONTENTS_HEADING = r"(?:table of )?contents"
PAGE_WORD = r"(?:page|pg?\.)"
PAGES_OF = r"of"
NOTES_HEADING = r"(?:foot|end)?notes"
CONTINUED = r"(?:continued|concluded|cont\.|cont'd\.?|contd\.?)"
INDEX_HEADING = r"(?:alphabetical )?index"

COMMENTARY_TITLE = r"(?:commentar(?:y|ies)|guidelines?|guidance|summary of|outline of|handbook|notes for)"
# Words that have a capital inside a sentence too.
PROPER_WORDS = r"(?:director|law|laws|north|east|south|west|regulating|tournament|zonal|national|world|organizers?|authority|authorities|organizations?|federation|bridge|imps?)"
# Words that no heading ends in: the line goes on.
NEVER_LAST = (
    r"(?:a|an|the|of|from|with|than|that|which|who|whose|if|when|and|or|nor|but|as|his|her|its|their|this|these|any|each"
    r"|every|into|until|under|to|at|upon|between|against|about|through|within|may|must|shall|should|will|has|have|had|was|were)"
)
# Words that are small in a title whose words have capitals.
SMALL_WORDS = (
    r"(?:a|an|the|of|to|in|on|at|by|for|from|with|under|than|that|which|who|whose|if|when|and|or|nor|but|as|is|are|be"
    r"|not|no|into|out|off|up|before|after|until|during|over|without|his|its|their|vs)"
)
# Words in capitals that begin a sentence behind a heading in capitals: inside the heading they are small.
SENTENCE_STARTERS = (
    r"(?:A|An|The|If|When|Whenever|Where|While|Any|No|Each|Every|Either|Both|In|On|At|By|For|From|After|Before|Until"
    r"|Unless|Except|Once|It|He|They|This|That|These|Those|There|All|Some|Should|Whoever|Nobody|Anyone|Only|As|To|With)"
)
# What names the work in the line of its title.
WORK_WORD = r"(?:laws?\b|code|commentary|edition)"
LAW_WORD = r"laws?"
LAW_WORD_PLURAL = r"laws"
CLAUSE_WORD = r"(?:clauses?|cl\.|paras?\.?|paragraphs?|notes?)"
CLAUSE_WORD_PLURAL = r"(?:clauses|paras|paragraphs|notes)"
SECTION_WORD = r"sections?"
ITEM_WORD = r"(?:sub)?(?:items?|paragraphs?)"
CHAPTER_WORD = r"chapters?"
FOOTNOTE_WORD = r"footnotes?"
FOOTNOTE_TO = r"(?:to|of|on|under)"
EXAMPLE_WORD = r"examples?"
THIS_LAW = r"this law"
THIS_COMMENTARY = r"of (?:this|the|these) (?:commentary|notes)"
PREVIOUS_ITEM = r"(?:preceding|previous) (?:sub)?(?:items?|paragraphs?)"
SEE = r"(?:see|cf\.|as in)(?: also)?"
AND = r"(?:and/or|and|or|&)"
FROM = r"from"
TO = r"(?:up to|to|through|thru|till|until)"
HERE = r"(?:above|below|hereunder|following(?=\s*[.,;:)]))"
BEFORE_ITEM = r"(?:case|cases|option|options|condition|conditions|under|as in|in|per|by|except|of)"
# Words that are counted: "Law 50 or 2 tricks" names one law. Units of time, money, scores and size are so even right
# behind the word: "laws 40 pages long"; but "Law 73 points out", "Law 16 second paragraph", "Law 27 page 3".
UNIT = (
    r"(?:points(?! (?:out|to|at|towards|the)\b)|minutes|mins|seconds|secs|hours|days|weeks|months|years|times|percent|imps?"
    r"|vps?|mps?|euros?|dollars?|cents|roubles|rubles|pages|lines(?! up\b)|pct)(?![^\W\d_])"
)
COUNTED_ONE = COUNTED_MANY = (
    r"(?:minute|second|hour|day|week|month|year|time|point|tricks?|cards?|boards?|rounds?|players?|pairs?"
    r"|spades?|hearts?|diamonds?|clubs?|notrumps?|tables?|witness(?:es)?|people|men|women|persons?|teams?|sessions?|down|off|ns|ew"
    r"|n/s|e/w|level|fit|jan|january|feb|february|april|june|july|aug|august|sept?|september|oct|october|nov|november|dec"
    r"|december)(?![^\W\d_])"
)
COUNTED_FEW = r"(?!)"  # no other than behind more
# What a noun looks like behind a number: a plural; and words that only look so.
NOUN_FEW = NOUN_MANY = r"[^\W\d_]{2,}s(?![^\W\d_])"
NO_NOUN = (
    r"(?:applies|says|covers|deals|gives|lets|tells|governs|requires|is|was|has|does|decides|allows|fits|helps|permits"
    r"|states|provides|means|reads|forbids|comes|follows|stands|speaks|makes|takes|leads|refers|needs|asks|bars|sets"
    r"|this|its|his|us|thus|unless|across|besides|perhaps|towards|always|as|plus|versus|less|sometimes|yes|seems"
    r"|remains|matters|works|bites|settles|binds|ends|begins|holds|offers|suffices|prevails|counts|goes|imposes"
    r"|backwards|forwards|afterwards|points|lines|cites|appears|exists|answers|explains|describes|regards|concerns"
    r"|lists|names|sends|opens|closes|keeps|turns|lies|looks|writes|reserves|defines|treats|addresses|awards|restores|cancels|adjusts|entitles|obliges|penalizes|penalises|punishes|protects)(?![^\W\d_])"
)
# What a number may end in as an ordinal: with the word of a law, and with other nouns ("3rd hand").
ORDINAL_OF_LAW = r"(?!)"
ORDINAL = r"(?:st|nd|rd|th)(?![^\W_])"
# The capital letters of denominations behind the number of a bid that no label has.
BID = r"(?:nt|n|s)(?![^\W\d_])"
# "a score of 52.2 above average" compares; nothing stands above.
COMPARED = (
    r"(?:above|below) (?:average|par|normal|zero|expectation|the|that|last|his|her|its|their|our|my|all|everyone)"
)
# A capital letter and a name: "Laws 57A and B. Smith".
SURNAME = rf"(?!{SENTENCE_STARTERS}(?![^\W\d_]))[A-Z][a-z]+(?![^\W\d_])"
PREPOSITION_OBJECT = r"(?!)"
# Laws that are not those of bridge: what stands before the word of the law; what such a law is about, or dated by.
FOREIGN_LAW = (
    r"(?:bye?-|bye |in-|(?:federal|state|local|public|private|criminal|civil|roman|canon|martial|scots|spanish|french|german|british"
    r"|football|soccer|cricket|rugby|golf|chess|tennis|hockey|fifa|ifab|uefa|icc|mcc|(?:the )?(?:fifa|ifab|uefa|icc|mcc)['’]s"
    r"|(?:newton|kepler|murphy|moore|parkinson|godwin|ohm|burn|hooke|boyle|faraday|brooks|conway|sod|gresham)['’]s)\s+)"
)
FOREIGN_TAIL = r"(?!)"
_GAMES = (
    r"(?:(?:association |world )?(?:football|soccer|cricket|rugby)|hockey|chess|draughts|golf|tennis|baseball|basketball|volleyball"
    r"|poker|boxing|snooker|croquet|backgammon|athletics|go)"
)
# a code that is called anything but new, old, international or by its year and its game
_FOREIGN_CODE = (
    r"(?:(?!(?:new|old|older|present|current|previous|former|latest|last|first|same|whole|entire|revised|modern|international|english|russian"
    r"|own|very|said|relevant|applicable|laws?|book|bridge|duplicate|contract|wbf|acbl|ebu|ebl|and|or|the|our|this|that)\b)[a-z-]{3,24} code|code of (?:conduct|ethics|practice|discipline|hammurabi|honou?r))"
)
_NO_BRIDGE_WORD = r"(?!(?:laws?|code|duplicate|contract|bridge|course|edition|translation)\b)"
# Whose a law is, behind it: laws of other games, of nature, states and clubs: "Law 11 of football", "Law 3 of the Act".
OTHER_LAWS = (
    rf"(?: of (?:the |our |its |their |your |a |an )?(?:{_NO_BRIDGE_WORD}[a-z'’-]{{1,24}} ){{0,2}}"
    rf"(?:acts?|statutes?|charter|constitution|convention|treaty|directive|decree|ordinance|regulations?|by-?laws|rule ?book|{_FOREIGN_CODE}"
    r"|conditions of contest|thermodynamics|motion|physics|nature|jungle|land|robotics|gravitation|optics|logic|economics|supply and demand"
    rf"|averages|attraction|karma|{_GAMES})"
    r"| of (?:the )?(?:fifa|ifab|uefa|icc|mcc|fia|fide|nba|nfl|itf|iihf)"
    rf"| of (?:the |our |its |their |your )(?:{_NO_BRIDGE_WORD}[a-z'’-]{{1,24}} )?(?:club|house|office|hotel|association|league|country|state|kingdom|republic|province|city"
    r"|county|parliament|school|company|church|bible|torah)"
    r"| of (?:the |these |those )?(?:\w{1,12} )?laws of (?!(?:the )?(?:game|duplicate|contract|bridge|wbf|acbl|world)\b)[a-z]+"
    r"| of \d{1,2} (?:january|february|march|april|may|june|july|august|september|october|november|december) \d{4}"
    r"| of (?!19(?:28|3[25]|4[389]|63|75|8[157]|9[0237])|20(?:0[78]|17))(?:1[89]|20)\d\d"
    r")(?![^\W\d_])"
)
# Of our captain, his club: whose else, but for what a book of laws is called.
OTHER_OWNER = (
    r" of (?:our|my|your|their|his|her) (?!(?:[a-z-]{1,24} )?(?:laws?|code|book|booklet|edition|translation|version|text|copy|game"
    r"|commentary|draft|days?|times?|youth)\b)[a-z]{2,24}"
)
# What shows that the law is one of bridge all the same.
OF_BRIDGE = (
    r" of (?:[\w'’-]{1,24} ){0,4}?(?:bridge|duplicate|wbf|acbl|ebu|ebl|editions?|translations?|versions?|texts?|copy|commentary|book|laws|code)"
    r"(?![^\W\d_])"
)
# As printed: "of the Laws of the Game", "of England", "of Moses".
OTHER_NAMED = (
    r" of (?:(?:[Tt]he |that )?(?:[A-Z]+ )?Laws of the Game|(?:[Tt]he )?(?!(?:The|Laws?|Code|Duplicate|Contract|Bridge|Director|Declarer|Dummy|North"
    r"|South|East|West|Chapter|Part|Commentary|Definitions|Introduction)\b)[A-Z][\w'’-]{1,24})"
)
# What the laws of a state are about: "Law 25 on Sport", where the word is one for them.
STATUTE_WORD = r"laws?"
OTHER_SUBJECT = (
    r" on (?:the )?(?:[a-z]{1,24} ){0,2}?(?:sports?|physical culture|gambling|lotter(?:y|ies)|gaming|games of chance|tax(?:es|ation)?"
    r"|advertising|associations|education|elections?|data protection|labou?r|trade|societies|noise|alcohol|smoking)(?![^\W\d_])"
)
# How laws of other games are called: "Law 11 (offside)".
OTHER_TITLE = (
    r"\s*\(\s?[\"'“‘]?(?:the )?(?:off-?side|(?:penalty|free|goal|corner) kicks?|throw-?ins?|leg before(?: wicket)?|lbw|no[- ]balls?|stumped"
    r"|hit wicket|run out|timed out|handball|foul play|scrums?|line-?outs?|field of play|referees?|castling|en passant|speed limits?)"
    r"(?![^\W\d_])"
)
# Chapters and examples of other books: "Chapter 12 of her memoirs", "Chapter 11 bankruptcy".
OTHER_BOOK = (
    r" (?:(?:of|in|from) (?:(?:his|her|their|my|your|our|[a-z]{1,24}['’]s) (?:[a-z-]{1,24} ){0,2}?(?:books?|articles?|plays?|stor(?:y|ies))"
    r"|(?:the |a |an |his |her |their |my |your |our |[a-z]{1,24}['’]s )(?:[a-z-]{1,24} ){0,2}?(?:memoirs?|novels?|textbooks?|booklets?|brochures?|leaflets?|manuals?|(?:auto)?biograph(?:y|ies)"
    r"|diar(?:y|ies)|thes[ie]s|bible|magazines?|reports?))|bankruptc(?:y|ies))(?![^\W\d_])"
)
# "White Book, November 2003, Chapter 6"
BOOK_BEFORE = r"(?:(?:white|blue|orange|gold|yellow|green|red) book|handbook|manual|textbook|novel|memoirs)"
# As printed: before "Law (64)" a name makes the word one.
NOT_A_NAME = (
    r"(?:The|This|That|Our|No|Any|Each|See|Cf|Under|By|Per|In|Of|To|On|At|For|From|With|Apply|Read|Cite|Quote|Use|Compare|Which|What|And|But|Or"
    r"|Ruling|Bridge|Also|Only|Wrong|Right|Correct|Relevant)"
)
# "the 16th Law": the ending of the ordinal and the word, for one law and for several.
ORDINAL_OF_ONE = r"(?:st|nd|rd|th)"
ORDINAL_LAW = r"(?:st|nd|rd|th) law"
ORDINAL_TYPED = r"(?!)"
ORDINAL_LAWS = r"(?:st|nd|rd|th) laws?"
# What shows that the law counted so is none of bridge, behind it and before it.
ORDINAL_FOREIGN = (
    r" (?:of (?!(?:the )?(?:duplicate|contract|bridge|laws|code|book)\b)|(?:schools?|students?|firms?|offices?|degrees?"
    r"|lectures?|commissions?|reports?|papers?|reviews?|clinics?|that|ever|to be|passed|adopted|enacted|signed|repealed|voted)\b)"
)
ORDINAL_FOREIGN_BEFORE = r"(?:[^\W\d_]['’]s)"
# What Roman numerals count too, and the subjects that are taught: "Contract Law II".
ROMAN_COUNTED = (
    r"(?:centur(?:y|ies)|editions?|olympiads?|congress(?:es)?|conferences?|championships?|students?|exams?|lectures?"
    r"|of (?:the )?(?:football|soccer|cricket|rugby|hockey|motion|thermodynamics))\b"
)
SUBJECT_OF_LAW = (
    r"(?:Contract|Criminal|Civil|Family|Company|Property|Business|Tax|Labou?r|Public|Private|Roman|Canon|Common"
    r"|International|Constitutional|Commercial|Corporate|Administrative|Patent|Maritime|Federal|State|Newton|Kepler)"
)
# Before "law I" they make the letter a word.
BEFORE_PRONOUN = r"(?:the|a|any|what|which|that|this|every|no|of)"
# "§ 16 of the club rules", "our statutes, § 7": before the sign; the letter that stands for Law is none behind a place.
SIGN_FOREIGN_BEFORE = (
    r"(?:codes?|rules|regulations?|contract|constitution|statutes?|acts?|agreement|handbook|textbook|by-?laws|u\.s\.c\."
    r"|c\.f\.r\.|bgb|stgb)[,:]?"
)
ROOM = (
    r"(?:rooms?|halls?|seats?|lockers?|bus(?:es)?|trams?|gates?|lots?|models?|sizes?|flats?|shel(?:f|ves)|rows?|desks?"
    r"|tables?|pairs?|teams?|boards?|rounds?|groups?|pages?|figures?|lamps?|lens(?:es)?|flights?|platforms?|buildings?|blocks?|units?|suites?|apartments?|bays?|levels?|vertebrae?"
    r"|stands?|parts?)"
)
LETTER_SEEN = r"(?:per|under|rulings?:)"
# What is done with a law, and what a law does: "applying 16B", "73C requires".
LAW_USED = (
    r"(?:per|under|via|us(?:e[sd]?|ing)|appl(?:y|ies|ied|ying)|invok(?:e[sd]?|ing)|breach(?:e[sd]|ing)?(?: of)?|violat(?:e[sd]?|ing|ions? of)"
    r"|breaks?|breaking|broke|cit(?:e[sd]?|ing)|rulings?:)"
)
LAW_ACTS = (
    r"(?:(?:also|only|itself|still|clearly|then) )?(?:requires?|says?|appl(?:y|ies)|covers?|deals?|states?|prohibits?|forbids?|allows?|permits?"
    r"|governs?|tells?|obliges?|entitles?|provides?|reads?|refers?|lets?|gives?|makes?|means|fits|bars|is (?:broken|breached|clear|relevant|satisfied)|has (?:not )?been|does(?: not|n['’]t)|did(?: not|n['’]t)|would|must)(?![^\W\d_])"
)
# What stands between the word and its number in a form: "Law(s): 25", "Law number 16".
NUMBER_WORD = r"numbers?"
# How a thing is named that bears one: "board 23" asks for the board of that number.
NUMBER_NAME = "number"
# The same word, short.
NUMBER_SHORT = frozenset({"no", "nos", "nr", "n"})
WORD_TAIL = r"(?:\(s\)|/s)"
CITED = r"(?:cited|applied|applicable|broken|breached|considered|infringed|invoked|involved|quoted|relevant|used)"
# "the section of the Commentary on Law 80"
SECTION_ON = r"of (?:this|the) commentary,? (?:on|about|devoted to|for|under)"
PREVIOUS = r"(?:preceding|previous)"
CONDITION = r"(?:if|unless|neither|nor)"
NOR = r"nor"
# "Law 16B, not 16C": what is cited and said not to be meant.
CONTRAST = r"(?:(?:and |but )?not(?: under| by| per)?|rather than(?: under| by| per)?)"
OF = r"(?:of|in|to|under)"
# The year of the edition that is cited: "Law 26 of the 1997 Code".
EDITION_OF = r"(?:of the {year} (?:code|laws|edition|commentary)|{year} (?:edition|code|laws)|of the (?:code|laws|commentary) of {year})\b"
# The same before it, and what makes a year a date: "the 2007 Code, Law 27"; "in 2007 Law 27 was new".
CODE_BEFORE = r"{year} (?:code|laws|edition|law ?book),?"
DATE_BEFORE = (
    r"(?:in|since|until|till|from|by|before|after|during|around|of|january|february|march|april|may|june|july|august|september|october"
    r"|november|december|spring|summer|autumn|fall|winter|\d{1,2}(?:st|nd|rd|th)?,?)"
)
NUMBER_SIGN = r"(?:nos?\.|№)"
# "clause 3.2 of the contract" is no clause of a commentary.
OTHER_TEXT = (
    r"of (?:the |our |its |their )?(?:[a-z]+ )?(?:regulations?|contract|constitution|conditions|rules|statutes?|acts?|agreement|handbook"
    r"|by-?laws|(?:white|blue|orange) book|code|charter|lease|polic(?:y|ies)|appendix|annex|schedule|manual|terms)\b"
)
KEPT_HYPHEN_BEFORE = r"(?:non|self|re|co|pre|ex|vice|mid|\d+)"
KEPT_HYPHEN_AFTER = r"(?:hand|offending|trump|trumps|of|in|out|turn|down|up)"

# The ladder of duty (the introduction to the Laws of 2017), the bans first because they hold the words of the grades.
# "Should not" has no grade there, nor has any other wording.
DUTY_WORDS = (
    ("must not", r"must not"),
    ("may not", r"may not"),
    ("shall not", r"shall not"),
    ("", r"should not|need not|cannot|can not|can't"),
    ("must", r"must"),
    ("shall", r"shall"),
    ("should", r"should"),
    ("may", r"may(?! \d)"),
    (
        "",
        r"can|ought to|ha(?:s|ve) to|(?:is|are) (?:required|obliged|entitled|allowed|permitted|forbidden|prohibited) to",
    ),
)

# What a stop follows without ending a sentence.
ABBREVIATIONS = r"(?:cf|e\.g|i\.e|viz|no|nos|p|pp|sec|ch|fig|vs|mr|mrs|ms|dr|st)"

NAVIGATION = (
    r"(?:next(?: page| chapter| law)?|prev(?:ious)?(?: page| chapter| law)?|home(?: ?page)?|top of page"
    r"|back to (?:the )?(?:top|contents|index)|page \d+ of \d+|read: ?\d{1,3} ?%|\d{1,3} ?% read"
    r"|printer[ -]friendly(?: version)?|print this page|advertisements?|sponsored|log ?in|sign (?:in|up)|site ?map"
    r"|skip to (?:main )?content|subscribe|add to (?:favou?rites|bookmarks))"
)
NAVIGATION_BESIDE = (
    r"(?:(?:table of )?contents|index|up|back|search|forum|news|contacts?|about(?: us)?|links|help|pages?)"
)
NAVIGATION_ANYWHERE = r"(?:read online (?:for )?free|free download|all rights reserved)"
NAVIGATION_ABOUT = (
    r"(?:(?:page )?last (?:updated|modified|edited)(?: on)?|(?:page )?views|hits|posted (?:on|by)|filed under|tags"
    r"|related (?:posts|articles|pages)|number of visitors)"
)
NAVIGATION_HOME = r"(?:home(?: ?page)?|main page)"
NAVIGATION_MENU = (
    r"(?:laws?|rules|events|results|calendar|club|the club|about the club|menu|archives?|blog|gallery|photos|videos?"
    r"|downloads?|shop|members|directors|directing|teaching|learn(?: bridge)?|tournaments|ranking|masterpoints|faq"
    r"|share(?: this)?|facebook|twitter|vk|telegram|whatsapp|instagram|youtube|e-?mail|rss|print|tweet|pin|reply"
    r"|(?:\d+ )?comments?(?: ?\(\d+\))?|leave a (?:comment|reply)|privacy(?: policy)?|terms(?: of (?:use|service))?"
    r"|cookies?(?: policy)?|accessibility|disclaimer|feedback|register|my account|account|newsletter|legal notice)"
)

# The query language: fields, signs in capitals, kinds of clauses, and how one asks what a term means.
QUERY_FIELDS = {
    "law": "laws", "laws": "laws", "in": "within", "heading": "heading", "title": "heading", "kind": "kind",
    "lang": "language", "language": "language", "edition": "edition",
}  # fmt: skip
QUERY_OPERATORS = {"OR": "or", "AND": "and", "NOT": "not"}
QUERY_KINDS = {
    "definition": "definition", "definitions": "definition", "law": "law", "laws": "law", "note": "note",
    "notes": "note", "table": "table", "tables": "table",
}  # fmt: skip
QUERY_TEXTS = {"law": "laws", "restatement": "digest", "note": "notes", "comments": "commentary"}
QUERY_LANGUAGES = {"en": "en", "eng": "en", "english": "en", "ru": "ru", "rus": "ru", "russian": "ru"}
ASKS_MEANING = (
    r"(?:what(?: is|'s|’s| are)(?: meant by)?|(?:the )?(?:definition|meaning) of|define|what does)"
    r"(?: an?| the)?\s+(?P<term>\S.*?)(?: means?)?"
)
CITING = frozenset({"see", "cf"})
LED_TO = r"laws?|chapters?|sections?|definitions?|also|\d.*"
MEANING_SIGN = (
    r"(?:who|what)(?: exactly| precisely)?(?:'s|’s| is| are| does| do| counts?| qualif\w+)|what do (?:you|they|we) (?:call|mean by)|known as"
    r"|(?:regarded|considered|counted|counts) as|is called|means?|meant|meanings?|defin(?:e|es|ed|itions?)|explain(?:ed)?"
    r"|diffs?|differs?(?: from)?|different from|differences?|versus|vs"
)
MEANING_FILLERS = frozenset({
    "exactly", "precisely", "precise", "exact", "official", "officially", "term", "word", "words", "law", "laws", "rules", "code",
    "bridge", "please", "between", "or", "called", "if", "any", "simple", "plain", "english", "again", "remind",
    "tell", "under", "within", "you", "say", "s", "one", "two", "three", "someone", "something", "such",
})  # fmt: skip
# Words that ask and join: they say little of what a question is about.
WEAK = frozenset({
    "a", "an", "and", "are", "as", "at", "be", "been", "being", "by", "can", "did", "do", "does", "for", "from",
    "had", "has", "have", "he", "her", "him", "his", "how", "i", "in", "into", "is", "it", "its", "me", "my",
    "of", "on", "our", "she", "so", "that", "the", "their", "them", "then", "there", "they", "this", "to",
    "us", "was", "we", "were", "what", "when", "where", "which", "who", "whom", "will", "with", "would", "you",
    "your",
})  # fmt: skip
# Normal forms of the words for cards and seats: a story names them, whatever it is about.
DETAILS = frozenset({
    "spade", "heart", "diamond", "club", "ace", "king", "queen", "jack", "ten", "nine", "eight", "seven", "six",
    "five", "four", "three", "two", "north", "south", "east", "west", "ns", "ew",
})  # fmt: skip

# Irregular forms and spellings that the stemmer leaves apart.
_IRREGULAR = {
    "led": "lead", "won": "win", "held": "hold", "drew": "draw", "drawn": "draw", "withdrew": "withdraw",
    "withdrawn": "withdraw", "chose": "choose", "chosen": "choose", "shown": "show", "gave": "give", "given": "give",
    "made": "make", "took": "take", "taken": "take", "knew": "know", "known": "know", "lost": "lose", "dealt": "deal",
    "saw": "see", "seen": "see", "spoke": "speak", "spoken": "speak", "fell": "fall", "fallen": "fall",
    "meant": "mean", "paid": "pay", "said": "say", "told": "tell", "thought": "think", "went": "go", "gone": "go",
    "began": "begin", "begun": "begin", "became": "become", "broke": "break", "broken": "break", "forgot": "forget",
    "forgotten": "forget", "misled": "mislead", "underwent": "undergo", "won't": "will", "bade": "bid", "laid": "lay",
    "lain": "lie", "left": "leave", "kept": "keep", "felt": "feel", "found": "find", "sat": "sit", "stood": "stand",
    "understood": "understand", "misunderstood": "misunderstand", "heard": "hear", "overheard": "overhear",
    "hid": "hide", "hidden": "hide", "threw": "throw", "thrown": "throw", "wrote": "write", "written": "write",
    "sought": "seek", "caught": "catch", "brought": "bring", "taught": "teach", "got": "get", "gotten": "get",
    "came": "come", "did": "do", "done": "do", "overtook": "overtake", "mistook": "mistake", "mistaken": "mistake",
    "beaten": "beat", "bent": "bend", "stuck": "stick", "slept": "sleep", "sleepy": "sleep",
    # spellings
    "centre": "center", "programme": "program", "analyse": "analyze", "practise": "practice", "cheque": "check",
    "grey": "gray", "whilst": "while", "amongst": "among", "defence": "defense", "defences": "defense",
    "offences": "offense", "offence": "offense",
}  # fmt: skip


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    # in C: its twin in Python imports the stemmers of thirty languages, 10 ms of a cold start, and is for one thread only
    from Stemmer import Stemmer

    return Stemmer("english")


def is_word(form: str) -> bool:
    """True: there is no English dictionary to ask."""
    return bool(form)


# British spelling, as rules; words in -ise that are spelled so everywhere.
_SPELLINGS = (
    (re.compile(r"(?<=\w{3})is(?=(?:ation|e|ed|es|er|ers|ing)s?$)"), "iz"),
    (re.compile(r"(behavi|neighb|\bfav|\bhon|\bcol|\blab|\brum|\bhum|\bval)our"), r"\1or"),
    (re.compile(r"(judg|acknowledg)ement"), r"\1ment"),
)
_KEPT_SPELLINGS = (
    "advis", "revis", "surpris", "exercis", "promis", "premis", "rais", "wise", "precis", "concis", "supervis", "compris",
    "disguis", "expertis", "nois", "prais", "devis", "enterpris", "improvis", "poise", "lister",
)  # fmt: skip


def american(form: str) -> str:
    """A folded English word in American spelling, without its possessive ending."""
    word = form.removesuffix("'s").removesuffix("'")
    if any(part in word for part in _KEPT_SPELLINGS):
        return word
    for pattern, replacement in _SPELLINGS:
        word = pattern.sub(replacement, word)
    return word


@lru_cache(maxsize=50_000)
def normal_forms(form: str) -> tuple[str, ...]:
    """The stem of a folded English word, as a tuple of one."""
    word = american(form)
    return (_stemmer().stemWord(_IRREGULAR.get(word, word)),)


def lexemes(form: str) -> dict[str, frozenset[str]]:
    """English needs no table of forms: a query stems its words itself."""
    return {stem: frozenset({form}) for stem in normal_forms(form)}
