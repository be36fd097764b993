"""A language model chosen by the operator, over OpenAI's chat protocol."""

from triptych.service.language_model.chat import LanguageModel
from triptych.service.language_model.prompts import (
    overview_prompt,
    plan_prompt,
    planned,
    report_prompt,
)

__all__ = ["LanguageModel", "overview_prompt", "plan_prompt", "planned", "report_prompt"]
