"""Citations: find what is written, resolve what it points at.

Two steps, two types. :func:`find_citations` gives :class:`~lawsearch.model.Citation` records with spans in the
text it was given; :func:`resolve` turns each into a :class:`~lawsearch.model.Reference` whose status is
``resolved``, ``ambiguous``, ``missing`` or ``external``. No citation disappears between the two.
"""

from lawsearch.references.find import find_citations
from lawsearch.references.regulations import without_own
from lawsearch.references.resolve import Catalogue, Holding, hold, resolve, resolve_document

__all__ = ["Catalogue", "Holding", "find_citations", "hold", "resolve", "resolve_document", "without_own"]
