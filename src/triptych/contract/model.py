"""The base classes of requests and replies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PrivateAttr
from pydantic_core import PydanticCustomError

from triptych.contract import display
from triptych.contract.attachment import Attachment
from triptych.contract.limits import LONGEST_ADDRESS, MOST_CHARACTERS

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure


def _without_lone_surrogates(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise PydanticCustomError("string_unicode", "Half of a surrogate pair") from None
    return text


#: Python's strings may contain lone surrogates, which no encoding can write.
Encodable = AfterValidator(_without_lone_surrogates)
Text = Annotated[str, Encodable]
#: A text that an engine reads, and the address of a page.
LongText = Annotated[str, Field(max_length=MOST_CHARACTERS), Encodable]
Address = Annotated[str, Field(max_length=LONGEST_ADDRESS), Encodable]


def _not_blank(text: str) -> str:
    # An empty text is refused by its length.
    if text and not text.strip():
        raise PydanticCustomError("string_blank", "Only white space was given")
    return text


#: For texts that must not be blank.
NotBlank = AfterValidator(_not_blank)


class Message(BaseModel):
    """A part of a request or a reply: unknown members are kept, never refused.

    Numbers are finite: JSON has no others, and nothing can be computed with them.
    """

    model_config = ConfigDict(
        extra="allow", populate_by_name=True, defer_build=True, allow_inf_nan=False
    )


class Request(BaseModel):
    """A request, validated by client and service, so that both refuse the same.

    Unknown members are ignored; a misspelt required one is reported as missing.
    """

    model_config = ConfigDict(
        extra="ignore", populate_by_name=True, frozen=True, defer_build=True, allow_inf_nan=False
    )

    # Index of the pandas Series of texts that was given, if one was; it is not sent.
    _input_index: pandas.Index | None = PrivateAttr(default=None)

    def to_wire(self) -> dict[str, Any]:
        """Return the JSON body: required members and those that differ from their defaults.

        Examples
        --------
        >>> from triptych.contract import ProfanityRequest
        >>> ProfanityRequest(text="fine").to_wire()
        {'text': 'fine'}
        """
        return self.model_dump(mode="json", by_alias=True, exclude_defaults=True)


class FileRequest(Request):
    """A request whose content is an address (`http`, `https` or `data:`) or an uploaded file."""

    url: Text | None = Field(
        None, min_length=1, description="Address of the content: http, https or a data: URL."
    )
    file_store_key: Text | None = Field(
        None, max_length=1_000, description="Key of a file held in a hosted service's file storage."
    )
    # Sent as a part of a multipart body, never inside the JSON.
    file: Attachment | None = Field(None, exclude=True, repr=False)

    @property
    def sources(self) -> list[str]:
        """Names of the given members that hold or address the content."""
        return [name for name in ("url", "file_store_key", "file") if getattr(self, name)]


class Usage(Message):
    """Tokens of one call; `total_tokens` is always the sum of the other three."""

    input_tokens: float = Field(0, description="Tokens of the input.")
    output_tokens: float = Field(0, description="Tokens of the reply's textual content.")
    inference_time_tokens: float = Field(0, description="Milliseconds of model time, rounded.")
    total_tokens: float = Field(0, description="The sum of the other three.")


class Reply(Message):
    """A reply: typed members, the raw JSON, and its table and figure.

    Unknown members are kept in `raw`; a missing optional one takes its default.
    """

    _raw: dict[str, Any] = PrivateAttr(default_factory=dict)
    _request: Request | None = PrivateAttr(default=None)
    _input_index: pandas.Index | None = PrivateAttr(default=None)

    success: bool = Field(True, description="Whether the call succeeded.")
    usage: Usage | None = Field(None, alias="_usage", description="Tokens of the call.")
    log_id: str | None = Field(None, description="Unique identifier of the request.")

    @classmethod
    def from_json(cls, data: Mapping[str, Any], request: Request | None = None) -> Self:
        """Build the typed reply from the decoded JSON body and keep that body as `raw`.

        Parameters
        ----------
        data : mapping
            The JSON object a server sent.
        request : Request, optional
            The request; views use it to show the input beside the result.

        Raises
        ------
        pydantic.ValidationError
            If a member that every server must send is missing or of another type.

        Examples
        --------
        >>> from triptych.contract import SuggestReply
        >>> SuggestReply.from_json({"suggestions": ["tea"], "new": 1}).raw["new"]
        1
        """
        reply = cls.model_validate(data)
        reply._raw = dict(data)
        if request is not None:
            reply._request, reply._input_index = request, request._input_index
        return reply

    @property
    def raw(self) -> dict[str, Any]:
        """The JSON object as the server sent it."""
        return self._raw or self.model_dump(mode="json", by_alias=True, exclude_none=True)

    @property
    def request(self) -> Request | None:
        """The request this reply answers, when known."""
        return self._request

    @property
    def row_index(self) -> pandas.Index | None:
        """Index of the pandas Series that was given, with a label for each row of `to_frame`."""
        return self._input_index

    def to_frame(self) -> pandas.DataFrame:
        """Return the reply as a table, one row per thing found.

        Returns
        -------
        pandas.DataFrame
            Where a pandas Series of texts was given its index is that of the Series, so that the
            columns can be assigned to the frame the texts are from.

        Raises
        ------
        TypeError
            If this kind of reply has no table.
        """
        return display.views().frame(self)

    def plot(self, *, dark: bool = False) -> Figure:
        """Draw the reply as a Matplotlib figure.

        Parameters
        ----------
        dark : bool, default False
            Draw for a dark page.

        Returns
        -------
        matplotlib.figure.Figure

        Raises
        ------
        TypeError
            If this kind of reply has no figure.
        """
        return display.views().figure(self, dark=dark)

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str | bytes]:
        """Show the reply as a notebook's cell output: HTML, PNG and plain text."""
        return display.views().mimebundle(self)
