"""The contents: every document with its chapters, laws and headed sections; the user's own texts under their names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text
from textual.binding import Binding
from textual.widgets import Tree
from textual.widgets.tree import TreeNode

from lawsearch.browse.page import Outlines, is_holder, place_of, title_of
from lawsearch.locale import gettext as _
from lawsearch.locale import ngettext
from lawsearch.locale.display import safe, shorten
from lawsearch.model import Clause, Document, Target

if TYPE_CHECKING:
    from lawsearch.library import Library


@dataclass(frozen=True, slots=True)
class Entry:
    """What a node stands for: a clause (``place``), a document, or its problems."""

    document: str
    place: Target | None = None
    clause: Clause | None = None
    problems: bool = False


class ContentsTree(Tree[Entry | None]):
    """Enter goes to the clause, Space and the arrow keys fold."""

    BINDINGS = [  # noqa: RUF012 - Textual's way
        Binding("right", "unfold", show=False),
        Binding("left", "fold", show=False),
    ]
    ALLOW_SELECT = False

    def __init__(self, library: Library, outlines: Outlines) -> None:
        super().__init__("", id="contents")
        self.show_root = False
        self.guide_depth = 2
        self.auto_expand = False
        self._library = library
        self._outlines = outlines
        self._documents: dict[str, TreeNode[Entry | None]] = {}

    def fill(self) -> None:
        """The documents; what they hold is read when they are unfolded."""
        documents = list(self._library.documents.values())
        for document in documents:
            if document.embedded:
                self._add_document(self.root, document)
        own = self.root.add(Text(_("Your own texts"), style="bold"), expand=True)
        for document in documents:
            if not document.embedded:
                self._add_document(own, document)
        if all(document.embedded for document in documents):
            own.add_leaf(Text(_("none yet: lawsearch add FILE"), style="italic"))

    def _add_document(self, parent: TreeNode[Entry | None], document: Document) -> None:
        title = Text.assemble((f"{document.edition} {document.language} ", "bold"), safe(document.title))
        self._documents[document.id] = parent.add(title, Entry(document.id))

    def on_tree_node_expanded(self, event: Tree.NodeExpanded[Entry | None]) -> None:
        self._load(event.node)

    def _load(self, node: TreeNode[Entry | None]) -> None:
        """Put the children of a node in place, if that has not been done."""
        if node.children or node.data is None:
            return
        entry = node.data
        if entry.clause is not None:
            for child in entry.clause.children:
                self._add_clause(node, child, entry.clause)
        elif entry.place is None and not entry.problems:
            for tree in self._outlines.trees(entry.document):
                self._add_clause(node, tree, None)
            fragments = self._outlines.fragments(entry.document)
            if fragments:
                holder = node.add(Text(_("Fragments without a place"), style="italic"))
                for fragment in fragments:
                    self._add_clause(holder, fragment, None)
            problems = len(self._library.problems(entry.document))
            if problems:
                text = ngettext("{count} problem", "{count} problems", problems).format(count=problems)
                node.add_leaf(Text(f"! {text}"), Entry(entry.document, problems=True))

    @staticmethod
    def _add_clause(parent: TreeNode[Entry | None], clause: Clause, above: Clause | None) -> None:
        if clause.address is None:
            return
        if not clause.heading and above is not None and not is_holder(above):
            return  # a numbered line of a law: the text shows it
        name = "" if clause.address.prefix else f"{safe(str(clause.address))} "
        label = Text.assemble((name, "bold"), shorten(title_of(clause), 80))
        entry = Entry(clause.document, place_of(clause), clause)
        if any(child.address is not None and (child.heading or is_holder(clause)) for child in clause.children):
            parent.add(label, entry)
        else:
            parent.add_leaf(label, entry)

    def render_label(self, node: TreeNode[Entry | None], base_style: Style, style: Style) -> Text:
        """The label, cut to what is seen of it with an ellipsis that says so."""
        label = super().render_label(node, base_style, style)
        depth = -1
        above = node.parent
        while above is not None:
            depth, above = depth + 1, above.parent
        room = self.scrollable_content_region.width - self.guide_depth * depth
        if room > 8:
            label.truncate(room, overflow="ellipsis")
        return label

    def reveal(self, place: Target) -> None:
        """Unfold down to a place and put the cursor there."""
        node = self._documents.get(place.document)
        if node is None:
            return
        path = [str(above.address) for above in self._library.context(self._library.clause(place))]
        for address in (*path, str(place.address)):
            if not node.is_expanded:
                node.expand()
            self._load(node)
            below = next(
                (child for child in node.children if child.data and child.data.place and str(child.data.place.address) == address),
                None,
            )  # fmt: skip
            if below is None:
                break
            node = below
        self.call_after_refresh(self._show_node, node)

    def _show_node(self, node: TreeNode[Entry | None]) -> None:
        self.move_cursor(node)
        if not self.scroll_y <= node.line < self.scroll_y + self.size.height:
            self.scroll_to(y=max(node.line - self.size.height // 3, 0), animate=False, immediate=True)

    def action_unfold(self) -> None:
        node = self.cursor_node
        if node is None:
            return
        if node.allow_expand and not node.is_expanded:
            node.expand()
        else:
            self.action_cursor_down()

    def action_fold(self) -> None:
        node = self.cursor_node
        if node is None:
            return
        if node.is_expanded and node.children:
            node.collapse()
        elif node.parent is not None and node.parent is not self.root:
            self.move_cursor(node.parent)
