"""A page's elements, what stands around them, and the candidates that prompts choose from."""
