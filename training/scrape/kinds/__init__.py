"""Kinds of generated pages, by family."""
