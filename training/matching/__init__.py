"""The matcher: does a sentence answer a question, where; does evidence support a claim."""
