"""The answer to a prompt: one value, all of a set, or nothing."""
