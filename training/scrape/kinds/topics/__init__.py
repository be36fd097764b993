"""Kinds of generated pages that are put together from what topics have: names and properties."""
