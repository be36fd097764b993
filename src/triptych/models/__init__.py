"""Weights and word lists: find, verify, load."""
