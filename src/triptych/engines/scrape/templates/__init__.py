"""Pages like ones that were seen: learned from prompts or examples, or selected."""
