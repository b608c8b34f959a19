"""``lawsearch search``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lawsearch.cli import options, output
from lawsearch.cli.group import Settings
from lawsearch.locale import gettext as _
from lawsearch.locale import ngettext
from lawsearch.model import Hit, Results, Span

if TYPE_CHECKING:
    from lawsearch.library import Library


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command(
        "search",
        help=_(
            "Find clauses by words in any form, in Russian or English.\n\n"
            "“a phrase” in quotes is found only whole; -word leaves out, +word must be there. "
            "The number of a clause goes to the clause."
        ),
        # an unknown option may be a word to leave out: -болван
        context_settings={"ignore_unknown_options": True},
    )
    @click.argument("words", nargs=-1, required=True, metavar=_("WORDS…"))
    @options.within_option()
    @click.option("--lang", type=click.Choice(["ru", "en"]), help=_("Only texts in this language."))
    @options.edition_option()
    @click.option("--law", "laws", metavar=_("N|N-M"), help=_("Only in these laws, such as 50-52."))
    @click.option(
        "--limit",
        type=click.IntRange(1, 1000),
        metavar=_("N"),
        default=10,
        show_default=True,
        help=_("How many hits to show."),
    )
    @click.option("--explain", is_flag=True, help=_("Say why each hit ranks where it does."))
    @options.json_option()
    @click.pass_obj
    def search(
        settings: Settings, words: tuple[str, ...], within: str | None, lang: str | None, edition: str | None,
        laws: str | None, limit: int, explain: bool, as_json: bool,
    ) -> int:  # fmt: skip
        option = next((word for word in words if word.startswith("--") and len(word) > 2), None)
        if option is not None:
            _refuse_near_command(words[0], settings)
            raise click.NoSuchOption(option)
        with output.open_library(settings) as library:
            results = library.search(
                " ".join(words), limit=limit, language=lang, within=within, edition=edition, laws=laws
            )
            if not library.knows(words[0]):
                _refuse_near_command(words[0], settings)
            if as_json:
                from lawsearch.export import results_record

                output.say_json(results_record(results, reasons=explain))
            else:
                _say_results(results, library, explain)
        return 0 if results.hits else 1

    return search


def _refuse_near_command(name: str, settings: Settings) -> None:
    """A bare line that begins with nearly a command is a slip, not a question."""
    if settings.near_command:
        raise click.UsageError(
            _("There is no command “{name}”. Did you mean “{near}”?").format(name=name, near=settings.near_command)
        )


def _say_results(results: Results, library: Library, explain: bool) -> None:
    if results.read_as is not None and results.read_as.kind == "address":
        output.tell(output.dim(_("Read as the clause {address}.").format(address=results.read_as.target)))
    if not results.hits:
        output.tell(_("Nothing found for “{query}”.").format(query=output.safe(output.shorten(results.query, 60))))
    for number, hit in enumerate(results.hits, 1):
        _say_hit(number, hit, library, explain)
    if results.total > len(results.hits):
        output.tell(
            output.dim(
                ngettext(
                    "{shown} of {total} clause (--limit shows more)",
                    "{shown} of {total} clauses (--limit shows more)",
                    results.total,
                ).format(shown=len(results.hits), total=results.total)
            )
        )
    if results.suggestions:
        output.tell(
            _("Did you mean: {suggestions}?").format(
                suggestions=", ".join(_("“{text}”").format(text=output.safe(text)) for text in results.suggestions)
            )
        )


def _say_hit(number: int, hit: Hit, library: Library, explain: bool) -> None:
    lead = f"{number:>2}. "
    indent = " " * len(lead)
    marks = [(span, output.matched) for span in hit.title_highlights]
    head = f"{lead}{output.bold(str(hit.address))}  "
    output.say(output.flow(hit.title, indent=indent, first=head, marks=marks))
    start, stop = hit.snippet_span.start, hit.snippet_span.stop
    inside = [
        (Span(span.start - start, span.stop - start), output.matched)
        for span in hit.highlights
        if start <= span.start and span.stop <= stop
    ]
    if hit.snippet:
        before = "… " if start else ""
        shown = hit.snippet if stop == len(hit.text) else hit.snippet.rstrip(" ,;:—") + "…"
        output.say(output.flow(shown, indent=indent, first=indent + before, marks=inside))
    record = library.documents[hit.document]
    facts = [f"{hit.document} · {record.edition}"]
    targets = dict.fromkeys(str(wanted.address) for reference in hit.references for wanted in reference.wanted)
    if targets:
        facts.append("→ " + ", ".join(targets))
    output.say(output.dim(output.flow(" · ".join(facts), indent=indent, first=indent)))
    if explain:
        parts = ", ".join(f"{name} {value:g}" for name, value in hit.reasons)
        output.say(output.dim(output.flow(f"{hit.score:g} = {parts}", indent=indent, first=indent)))
    output.say()
