"""How the weights are made that tell whether a sentence belongs to a question."""
