"""A language model of the operator's own choice, over the chat protocol that most speak."""

from triptych.service.language_model.chat import LanguageModel
from triptych.service.language_model.plan import plan_prompt, planned
from triptych.service.language_model.prompt import overview_prompt
from triptych.service.language_model.report import report_prompt

__all__ = ["LanguageModel", "overview_prompt", "plan_prompt", "planned", "report_prompt"]
