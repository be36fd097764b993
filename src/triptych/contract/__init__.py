"""One request and one reply class per operation, and the table of operations."""

from triptych.contract.attachment import Attachment
from triptych.contract.batch import BATCH_PATH, MOST_IN_BATCH, BatchReply, BatchRequest
from triptych.contract.embedding import (
    EmbeddingReply,
    EmbeddingRequest,
    EmbeddingV2Reply,
    EmbeddingV2Request,
    TimedChunk,
)
from triptych.contract.errors import ErrorBody, ErrorDetail, Problem, problems
from triptych.contract.model import FileRequest, Message, Reply, Request, Usage
from triptych.contract.operations import OPERATIONS, Operation, ReplyT, RequestT
from triptych.contract.research import (
    ResearchQuestion,
    ResearchReply,
    ResearchRequest,
    ResearchStatement,
    ResearchStep,
)
from triptych.contract.scrape import ScrapedPages, ScrapeReply, ScrapeRequest
from triptych.contract.text import (
    EmotionScore,
    Profanity,
    ProfanityReply,
    ProfanityRequest,
    ReplyWarning,
    Sentiment,
    SentimentReply,
    SentimentRequest,
    SentimentSentence,
    SpamCheck,
    SpamReply,
    SpamRequest,
)
from triptych.contract.vision import (
    BINARY_REPLY_HEADERS,
    DetectedObject,
    DetectionReply,
    DetectionRequest,
    GenerationReply,
    GenerationRequest,
)
from triptych.contract.web import (
    SearchReply,
    SearchRequest,
    SearchResult,
    SuggestReply,
    SuggestRequest,
)

__all__ = [
    "BATCH_PATH",
    "BINARY_REPLY_HEADERS",
    "MOST_IN_BATCH",
    "OPERATIONS",
    "Attachment",
    "BatchReply",
    "BatchRequest",
    "DetectedObject",
    "DetectionReply",
    "DetectionRequest",
    "EmbeddingReply",
    "EmbeddingRequest",
    "EmbeddingV2Reply",
    "EmbeddingV2Request",
    "EmotionScore",
    "ErrorBody",
    "ErrorDetail",
    "FileRequest",
    "GenerationReply",
    "GenerationRequest",
    "Message",
    "Operation",
    "Problem",
    "Profanity",
    "ProfanityReply",
    "ProfanityRequest",
    "Reply",
    "ReplyT",
    "ReplyWarning",
    "Request",
    "RequestT",
    "ResearchQuestion",
    "ResearchReply",
    "ResearchRequest",
    "ResearchStatement",
    "ResearchStep",
    "ScrapeReply",
    "ScrapeRequest",
    "ScrapedPages",
    "SearchReply",
    "SearchRequest",
    "SearchResult",
    "Sentiment",
    "SentimentReply",
    "SentimentRequest",
    "SentimentSentence",
    "SpamCheck",
    "SpamReply",
    "SpamRequest",
    "SuggestReply",
    "SuggestRequest",
    "TimedChunk",
    "Usage",
    "problems",
]
