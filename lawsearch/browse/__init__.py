"""``lawsearch browse``: a full-screen reader for the terminal.

Only :class:`~lawsearch.library.Library` is asked; nothing is parsed or ranked here. Textual is imported by the modules
of this package alone, and they by the command alone.
"""
