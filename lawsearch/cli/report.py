"""``lawsearch report``."""

from __future__ import annotations

import click

from lawsearch.cli import options, output
from lawsearch.locale import gettext as _


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command(
        "report",
        help=_(
            "Describe how a file is read, without its text, for a report of a mistake.\n\n"
            "Every word but those of headings and references is made unreadable; numbers, labels, marks and lines stay. "
            "Look it through before you send it."
        ),
    )
    @click.argument("files", nargs=-1, required=True, metavar=_("FILE…"))
    @options.encoding_option(_("Encoding of the file, such as cp866 (default: by the evidence)."))
    @options.repair_option()
    @options.layout_option()
    @click.option("--output", "target", metavar=_("FILE"), help=_("Where to write (default: standard output)."))
    @click.option("--force", is_flag=True, help=_("Overwrite a file that exists."))
    @options.json_option()
    def report(
        files: tuple[str, ...],
        encoding: str | None,
        repair: bool,
        layout: str | None,
        target: str | None,
        force: bool,
        as_json: bool,
    ) -> int:
        from lawsearch.export.problem_report import report_lines, report_record

        record = report_record(files, encoding=encoding, layout=layout, repair=repair)
        if as_json:
            pieces = [output.json_text(record) + "\n"]
        else:
            pieces = [output.safe(line) + "\n" for line in report_lines(record)]
        output.write_pieces(pieces, target, force=force)
        if not record["reads_alike"]:
            output.tell(_("The masked text is not read as the true one: say in your report what is wrong, and where."))
        return 0

    return report
