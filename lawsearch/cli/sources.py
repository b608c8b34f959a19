"""``lawsearch sources``."""

from __future__ import annotations

import click

from lawsearch.cli import options, output
from lawsearch.cli.group import Settings
from lawsearch.library import SourceInfo
from lawsearch.locale import describe_layout, ngettext
from lawsearch.locale import gettext as _
from lawsearch.locale.references import counts_of


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command("sources", help=_("List the documents of the library."))
    @options.json_option()
    @click.pass_obj
    def sources(settings: Settings, as_json: bool) -> int:
        with output.open_library(settings) as library:
            infos = library.sources()
            if as_json:
                output.say_json({"sources": [source_record(info) for info in infos]})
            else:
                for info in infos:
                    say_info(info)
        return 0

    return sources


def source_record(info: SourceInfo) -> dict[str, object]:
    """A document with what was read of it."""
    from lawsearch.export.json_format import identity_record

    return {
        **identity_record(info.document),
        "clauses": info.clauses,
        "unplaced": info.unplaced,
        "problems": info.problems,
        "references": info.references,
        "in_force": info.in_force,
        "embedded": info.document.embedded,
    }


def say_info(info: SourceInfo) -> None:
    """A document in three lines: what it is, what was read, what is wrong."""
    document = info.document
    status = (
        _("edition in force")
        if info.in_force
        else (
            _("undated") if document.edition == "undated" else _("edition {edition}").format(edition=document.edition)
        )
    )
    output.say(f"{output.bold(document.id)}  {output.dim(status)}")
    output.say(output.flow(". ".join(filter(None, (document.title, document.notice))), indent="  "))
    facts = [
        ngettext("{count} clause", "{count} clauses", info.clauses).format(count=info.clauses),
        reference_facts(info.references),
    ]
    if info.unplaced:
        facts.append(
            ngettext("{count} unplaced fragment", "{count} unplaced fragments", info.unplaced).format(
                count=info.unplaced
            )
        )
    if info.problems:
        facts.append(
            ngettext(
                "{count} problem (lawsearch problems {document})",
                "{count} problems (lawsearch problems {document})",
                info.problems,
            ).format(count=info.problems, document=document.id)
        )
    layout = describe_layout(document.layout)
    facts.append(_("read as {layout}, {encoding}").format(layout=layout, encoding=document.encoding))
    output.say(output.dim(output.flow(" · ".join(fact for fact in facts if fact), indent="  ")))


def reference_facts(counts: dict[str, int]) -> str:
    """``18 references (12 lead nowhere)``."""
    total = sum(counts.values())
    if not total:
        return ""
    bad = counts_of({**counts, "resolved": 0})
    text = ngettext("{count} reference", "{count} references", total).format(count=total)
    return f"{text} ({bad})" if bad else text
