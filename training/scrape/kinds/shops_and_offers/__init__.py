"""Shops, offers, comparisons and listings."""
