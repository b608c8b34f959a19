"""Faults that are really injected: killed writers, damaged files, readers beside a writer. Each is a script, too."""
