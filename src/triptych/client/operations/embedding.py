"""Embeddings, both versions, sync."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import httpx

from triptych.client.errors import APIStatusError
from triptych.client.exchange import build, index_of
from triptych.client.files import FileLike, source_of, type_of
from triptych.client.many import batches, singles, wants_single_texts
from triptych.client.operations.caller import Caller
from triptych.contract.embedding import (
    ContentType,
    EmbeddingReply,
    EmbeddingV2Reply,
)
from triptych.contract.operations import EMBED, EMBED_V2


class EmbeddingOperations(Caller):
    """Embeddings, both versions."""

    def embed(
        self,
        text: str | Iterable[str] | None = None,
        *,
        file: FileLike | None = None,
        url: str | None = None,
        file_store_key: str | None = None,
        type: ContentType | None = None,
        token_overflow_mode: Literal["error", "truncate"] = "error",
        timeout: float | httpx.Timeout | None = None,
    ) -> EmbeddingReply:
        """Return vector embeddings (v1) of a text, an image, a sound or a PDF.

        Parameters
        ----------
        text : str or iterable of str, optional
            Text to embed; or give `file`. Several texts are an extension of the local service;
            `embed_many` works with every service.
        file : str, path, bytes, binary file, PIL.Image or numpy array, optional
            Address or content.
        url : str, optional
            Address of the content: http, https or a data: URL.
        file_store_key : str, optional
            Key of a file in a hosted service's file storage; the local service has none.
        type : {"text", "text-other", "image", "audio", "pdf"}, optional
            Kind of content: plain text, text in HTML, a picture, a sound, a PDF. By default it is
            inferred from the media type or the content.
        token_overflow_mode : {"error", "truncate"}
            For content longer than the model reads (254 word pieces of the embedded one): "error"
            gives one vector per chunk, cut at the ends of sentences; "truncate" gives one vector
            of the beginning.
        timeout : float or httpx.Timeout, optional
            As for `Client`, for this call alone.

        Returns
        -------
        EmbeddingReply
            `vectors` is the array of float32 and shape (n, d); `chunks` are the texts they stand
            for, in the same order. A picture has no chunks. The embedded models give 384 numbers
            for texts, also those in PDFs and sounds; vectors of pictures cannot be compared with
            them.

        Examples
        --------
        >>> import triptych
        >>> client = triptych.Client()
        >>> reply = client.embed("A cup of tea. And a biscuit.")
        >>> reply.vectors.shape, reply.chunks
        ((1, 384), ['A cup of tea. And a biscuit.'])
        """
        source = source_of(file, url=url, file_store_key=file_store_key)
        members = source | {
            "text": text,
            "type": type or type_of(source, text),
            "token_overflow_mode": token_overflow_mode,
        }
        return self.call(EMBED, build(EMBED, members), timeout=timeout)

    def embed_v2(
        self,
        text: str | Iterable[str] | None = None,
        *,
        file: FileLike | None = None,
        url: str | None = None,
        file_store_key: str | None = None,
        type: ContentType | None = None,
        token_overflow_mode: Literal["error", "truncate"] = "error",
        speaker_fingerprint: bool = False,
        dimensions: int | None = None,
        query: bool = False,
        instruction: str | None = None,
        timeout: float | httpx.Timeout | None = None,
    ) -> EmbeddingV2Reply:
        """Return vector embeddings (v2), with optional speaker fingerprints for sound.

        Parameters
        ----------
        text : str or iterable of str, optional
            As for `embed`.
        file : str, path, bytes, binary file, PIL.Image or numpy array, optional
            Address or content.
        url : str, optional
            Address of the content: http, https or a data: URL.
        file_store_key : str, optional
            Key of a file in a hosted service's file storage; the local service has none.
        type : {"text", "text-other", "image", "audio", "pdf"}, optional
            Kind of content: plain text, text in HTML, a picture, a sound, a PDF. By default it is
            inferred from the media type or the content.
        token_overflow_mode : {"error", "truncate"}
            As for `embed`.
        speaker_fingerprint : bool, default False
            Add a vector of each speaker's voice (sound only). A voice is personal data: the local
            service computes the vectors, and keeps none.
        dimensions : int, optional
            Numbers to keep of each vector, which is scaled to length 1 again. The embedded model
            was not trained for it: of 384 numbers, 256 lose .2, 128 one and 64 three points of
            Spearman's correlation on STS-B.
        query : bool, default False
            The text is a query: one vector of it, never chunks. The embedded model embeds queries
            as it does documents.
        instruction : str, optional
            What the vectors are for; read before the text. The embedded model was not trained
            to follow one: it shifts vectors towards its words.
        timeout : float or httpx.Timeout, optional
            As for `Client`, for this call alone.

        Returns
        -------
        EmbeddingV2Reply
            As of `embed`. `fingerprints` has a row of 256 numbers for each stretch of speech in
            `speaker_segments`, and `fingerprint` is that of the whole sound. Cosines of the same
            voice are about .85, of different ones about .5.

        Examples
        --------
        >>> import triptych
        >>> client = triptych.Client()
        >>> reply = client.embed_v2("A cup of tea", dimensions=64)
        >>> reply.vectors.shape
        (1, 64)
        """
        source = source_of(file, url=url, file_store_key=file_store_key)
        members = source | {
            "text": text,
            "type": type or type_of(source, text),
            "token_overflow_mode": token_overflow_mode,
            "speaker_fingerprint": speaker_fingerprint,
            "dimensions": dimensions,
            "query": query,
            "instruction": instruction,
        }
        return self.call(EMBED_V2, build(EMBED_V2, members), timeout=timeout)

    def embed_many(
        self,
        items: Iterable[FileLike],
        *,
        type: ContentType | None = None,
        token_overflow_mode: Literal["error", "truncate"] = "truncate",
        dimensions: int | None = None,
        instruction: str | None = None,
        batch_size: int = 256,
        timeout: float | httpx.Timeout | None = None,
    ) -> EmbeddingV2Reply:
        """Embed a column of texts, or several files, in as few calls (v2) as possible.

        Parameters
        ----------
        items : iterable of str, or of whatever `embed` takes as file
            Texts, such as a list or a column of a frame; or files. Strings are addresses or paths
            of files where `type` is "image", "audio" or "pdf".
        type : {"text", "text-other", "image", "audio", "pdf"}, optional
            Kind of content, the same for all. By default strings are texts, and the kind of files
            is inferred from their media type or content.
        token_overflow_mode : {"error", "truncate"}
            By default "truncate": a vector for each text, in the same order. "error" gives as many
            as a text has chunks.
        dimensions, instruction
            As for `embed_v2`.
        batch_size : int, default 256
            Texts per call. A service that accepts one text at a time, as the specification has it,
            gets one call per text.
        timeout : float or httpx.Timeout, optional
            As for `Client`, for each call that is made.

        Returns
        -------
        EmbeddingV2Reply
            One reply for all; `input_indices` has the item that each vector belongs to.

        Examples
        --------
        >>> import triptych
        >>> client = triptych.Client()
        >>> reply = client.embed_many(["A cup of tea", "A late train"])
        >>> reply.vectors.shape
        (2, 384)
        """
        members = {
            "type": type,
            "token_overflow_mode": token_overflow_mode,
            "dimensions": dimensions,
            "instruction": instruction,
        }
        replies: list[EmbeddingV2Reply] = []
        waiting = batches(items, members, batch_size)
        while waiting:
            request = waiting.pop(0)
            try:
                reply = self.call(EMBED_V2, request, timeout=timeout)
            except APIStatusError as error:
                if not wants_single_texts(error, request):
                    raise
                waiting = [single for batch in [request, *waiting] for single in singles(batch)]
                continue
            replies.append(reply)
        return EmbeddingV2Reply.joined(replies, index_of(items))
