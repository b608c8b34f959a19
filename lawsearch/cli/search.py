"""``lawsearch search``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from lawsearch.cli import options, output
from lawsearch.cli.group import Settings
from lawsearch.language import LANGUAGES
from lawsearch.locale import choose_language, ngettext
from lawsearch.locale import gettext as _
from lawsearch.locale.display import shorten
from lawsearch.locale.heading import shown_heading
from lawsearch.model import Hit, Results, Span

if TYPE_CHECKING:
    from lawsearch.library import Library

# Marks a word that begins with a hyphen while click looks for options: -hand is a word to leave out, not -h.
_WORD = "\u2060"
# So many of the clauses are listed that the first hit leads in, and that another does.
_BELOW_FIRST, _BELOW = 20, 4
# What stands below the hits on a screen: how many there are, in two lines at most, and the prompt.
_ROWS_BEHIND = 3


class _WordsCommand(click.Command):
    """A command whose words may begin with a hyphen: ``search ренонс -болван`` needs no ``--``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = set(ctx.help_option_names)
        kept = []
        for place, argument in enumerate(args):
            if argument == "--":
                kept += args[place:]
                break
            word = argument.startswith("-") and not argument.startswith("--") and argument not in own
            kept.append(_WORD + argument if word and len(argument) > 1 else argument)
        return super().parse_args(ctx, kept)


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command(
        "search",
        cls=_WordsCommand,
        help=_(
            "Find clauses by words in any form, in Russian or English; a question may be long.\n\n"
            "“a phrase” in quotes is found only whole, and its spelling is taken as it is; -word leaves out, +word "
            "must be there; word* matches every word that begins so, word~ every word spelled nearly so; a OR b takes either. "
            "law:50-52, in:notes, kind:table, heading:word narrow the search. "
            "The number of a clause goes to the clause."
        ),
        # an unknown option is named with what was meant
        context_settings={"ignore_unknown_options": True},
    )
    @click.argument("words", nargs=-1, required=True, metavar=_("WORDS…"))
    @options.within_option()
    @click.option("--lang", type=click.Choice(LANGUAGES), help=_("Only texts in this language."))
    @options.edition_option()
    @click.option("--law", "laws", metavar=_("N|N-M"), help=_("Only in these laws, such as 50-52."))
    @click.option(
        "--kind",
        type=click.Choice(["definition", "law", "note", "table"]),
        help=_("Only definitions, clauses of laws, notes or tables."),
    )
    @click.option(
        "--sort",
        type=click.Choice(["rank", "law"]),
        default="rank",
        show_default=True,
        help=_("The best first, or what answers well in the order of the laws."),
    )
    @options.limit_option(_("How many hits to show."))
    @click.option("--page", type=options.WholeNumber(1, 1000), metavar=_("N"), help=_("Show this page of the hits."))
    @click.option(
        "--offset", type=options.WholeNumber(0, 100_000), metavar=_("N"), help=_("Leave out the first N hits.")
    )
    @click.option("--explain", is_flag=True, help=_("Say why each hit ranks where it does."))
    @options.json_option()
    @click.pass_context
    def search(
        ctx: click.Context, words: tuple[str, ...], within: str | None, lang: str | None, edition: str | None,
        laws: str | None, kind: str | None, sort: str, limit: int, page: int | None, offset: int | None,
        explain: bool, as_json: bool,
    ) -> int:  # fmt: skip
        settings: Settings = ctx.obj
        words = tuple(word.removeprefix(_WORD) for word in words)
        option = next((word for word in words if word.startswith("--") and len(word) > 2), None)
        if option is not None:
            _refuse_near_command(words[0], settings)
            raise click.NoSuchOption(option)
        if page is not None and offset is not None:
            raise click.UsageError(_("Give --page or --offset, not both."))
        first = offset if offset is not None else ((page or 1) - 1) * limit
        with output.open_library(settings) as library:
            results = library.search(
                " ".join(words), limit=limit, offset=first, language=lang, within=within, edition=edition,
                laws=laws, kind=kind, sort=sort, reader=choose_language(settings.ui),
            )  # fmt: skip
            if not library.knows(words[0]):
                _refuse_near_command(words[0], settings)
            if as_json:
                from lawsearch.export import results_record

                output.say_json(results_record(results, reasons=explain))
            else:
                # who says how many gets them; else the best ones stay in sight
                asked = ctx.get_parameter_source("limit") is not ParameterSource.DEFAULT or first or page
                _say_results(results, library, explain, rows=None if asked else output.terminal_height())
        return 0 if results.hits else 1

    return search


def _refuse_near_command(name: str, settings: Settings) -> None:
    """A bare line that begins with nearly a command is a slip, not a question."""
    if settings.near_command:
        raise click.UsageError(
            _("There is no command “{name}”. Did you mean “{near}”?").format(name=name, near=settings.near_command)
        )


def _quoted(text: str, width: int = 60) -> str:
    return output.safe(shorten(text, width))


def _say_results(results: Results, library: Library, explain: bool, rows: int | None) -> None:
    """Print the hits; where the screen has ``rows``, no more than it holds, but one at least."""
    if results.read_as is not None:
        from lawsearch.locale.reading import describe_reading

        output.tell(output.dim(describe_reading(results.read_as)))
    if not results.hits and results.total:
        output.tell(
            ngettext("There is only {total} hit.", "There are only {total} hits.", results.total).format(
                total=results.total
            )
        )
    elif not results.hits and (results.read_as is None or results.read_as.kind != "exclusions"):
        output.tell(_("Nothing found for “{query}”.").format(query=_quoted(results.query)))
    shown = results.offset
    printed = 0
    for hit in results.hits:
        lines = _hit_lines(shown + 1, hit, library, explain)
        printed += len(lines)
        if rows is not None and shown > results.offset and printed > rows - _ROWS_BEHIND:
            break
        output.say("\n".join(lines))
        shown += 1
    if results.hits and results.total > shown:
        if shown < results.offset + len(results.hits):
            said = ngettext(
                "{shown} of {total} clause, as the screen holds it (--limit N shows more)",
                "{shown} of {total} clauses, as many as the screen holds (--limit N shows more)",
                results.total,
            )
        else:
            said = ngettext(
                "{shown} of {total} clause (--limit shows more)",
                "{shown} of {total} clauses (--limit shows more)",
                results.total,
            )
        output.tell(output.dim(said.format(shown=shown, total=results.total)))
    if results.suggestions:
        output.tell(
            _("Did you mean: {suggestions}?").format(
                suggestions=", ".join(_("“{text}”").format(text=output.safe(text)) for text in results.suggestions)
            )
        )


def _hit_lines(number: int, hit: Hit, library: Library, explain: bool) -> list[str]:
    """A hit as it is printed, with an empty line behind it."""
    lead = f"{number:>2}. "
    indent = " " * len(lead)
    title = shown_heading(hit.title)
    marks = [(span, output.matched) for span in hit.title_highlights]
    head = f"{lead}{output.bold(str(hit.address))}  "
    lines = [output.flow(title, indent=indent, first=head, marks=marks)]
    start, stop = hit.snippet_span.start, hit.snippet_span.stop
    inside = [
        (Span(span.start - start, span.stop - start), output.matched)
        for span in hit.highlights
        if start <= span.start and span.stop <= stop
    ]
    if hit.snippet:
        from lawsearch.locale.hits import cut_marks

        before, behind = cut_marks(hit)
        lines.append(output.flow(hit.snippet + behind, indent=indent, first=indent + before, marks=inside))
    lines += _row_lines(hit, indent)
    lines += _lines_below(hit, indent, _BELOW_FIRST if number == 1 else _BELOW)
    record = library.documents[hit.document]
    facts = [f"{hit.document} · {record.edition}"]
    targets = dict.fromkeys(str(wanted.address) for reference in hit.references for wanted in reference.wanted)
    if targets:
        facts.append("→ " + ", ".join(targets))
    lines.append(output.dim(output.flow(" · ".join(facts), indent=indent, first=indent)))
    if hit.through and (explain or not (hit.highlights or hit.title_highlights)):
        from lawsearch.locale.hits import ways_of

        lines.append(output.dim(output.flow(ways_of(hit), indent=indent, first=indent)))
    if explain:
        lines += _score_lines(hit, indent)
    return "\n".join([*lines, ""]).split("\n")


def _row_lines(hit: Hit, indent: str) -> Iterator[str]:
    """The rows of a table that answer, unless the passage shows them."""
    if not hit.rows:
        return
    from lawsearch.locale.hits import rows_beside

    for row in rows_beside(hit):
        marks = [
            (Span(span.start - row.start, span.stop - row.start), output.matched)
            for span in hit.highlights
            if row.start <= span.start and span.stop <= row.stop
        ]
        yield output.flow(hit.text[row.start : row.stop], indent=indent + "  ", first=indent, marks=marks)


def _lines_below(hit: Hit, indent: str, most: int) -> Iterator[str]:
    """What a clause only leads in, in the order of the law: a line for each."""
    for address, words in hit.below[:most]:
        yield output.flow(output.safe(words), indent=indent + "  ", first=f"{indent}{output.bold(str(address))}  ")
    if len(hit.below) > most:
        yield f"{indent}…"


def _score_lines(hit: Hit, indent: str) -> Iterator[str]:
    """What each part gave to a hit: the parts that are added, the words that make up the first, what is multiplied."""
    names = {
        "unit": _("words in the clause"),
        "law": _("words in its law"),
        "situation": _("what players say"),
        "printed": _("forms as printed"),
        "adjacent": _("words side by side"),
        "heading": _("the heading"),
        "definition": _("defines the term"),
        "own": _("all words in a text of yours"),
        "address": _("its number"),
    }
    factors = {"standing": _("kind of clause"), "repeated": _("further clause of one law")}
    parts = dict(hit.reasons)
    added = " + ".join(f"{names[name]} {value:.2f}" for name, value in hit.reasons if name in names)
    times = "".join(f" \u00d7 {factors[name]} {value:.2f}" for name, value in hit.reasons if name in factors)
    told = f"({added})" if times and " + " in added else added
    yield output.dim(output.flow(f"{hit.score:.2f} = {told}{times}", indent=indent + "  ", first=indent))
    words = ", ".join(
        f"{output.safe(name)} {value:.2f}" for name, value in parts.items() if name not in names | factors
    )
    if words:
        line = _("words: {words}").format(words=words)
        yield output.dim(output.flow(line, indent=indent + "  ", first=indent))
