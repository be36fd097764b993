"""Open graphs with onnxruntime."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from triptych._cancellation import check_cancelled, current_cancellation
from triptych._cores import usable_cores
from triptych._once import once
from triptych.models.files import CorruptModelError, verified

if TYPE_CHECKING:
    from onnxruntime import InferenceSession


def open_session(
    name: str,
    content: bytes | None = None,
    *,
    threads: int = 1,
    disabled_optimizers: Sequence[str] = (),
    log_severity: int = 3,
) -> InferenceSession:
    """Return a session of a graph, on the CPU.

    Its `run` ends with `triptych._cancellation.Cancelled`, also in the middle of the graph, once
    nobody waits for the result.

    Parameters
    ----------
    name : str
        A shipped file, as `triptych.models.files.verified` takes it; or, with `content`, the name
        for an error message.
    content : bytes, optional
        A graph from elsewhere. Weights that it keeps in other files are not found.
    threads : int, default 1
        Cores that one run may use, if there are as many; 0 for all.
    disabled_optimizers : sequence of str, optional
        Optimisers of onnxruntime to leave out.
    log_severity : int, default 3
        What onnxruntime writes to stderr: 3 errors, 4 fatal errors only.

    Examples
    --------
    >>> [entry.name for entry in open_session("embedding/encoder.onnx").get_inputs()]
    ['words', 'mask']
    """
    # Imported late: it takes longer than most answers, and many operations need none of it.
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = min(threads, usable_cores())
    options.log_severity_level = log_severity
    # Batches differ in shape, and a plan of memory would be kept for each shape; what the arena has
    # taken for the largest batch, it never gives back.
    options.enable_mem_pattern = False
    options.enable_cpu_mem_arena = False
    graph = verified(name) if content is None else content
    try:
        return _session_class()(
            graph,
            options,
            providers=["CPUExecutionProvider"],
            disabled_optimizers=list(disabled_optimizers),
        )
    # The runtime's own exceptions share no other base.
    except Exception as error:
        raise CorruptModelError(f"The model {name} cannot be loaded ({error}).") from error


@once
def _session_class() -> type[InferenceSession]:
    """Return onnxruntime's class of sessions, with runs that can be cancelled."""
    import onnxruntime

    class Session(onnxruntime.InferenceSession):  # type: ignore[misc]
        def run(
            self,
            output_names: Sequence[str] | None,
            input_feed: Mapping[str, Any],
            run_options: Any = None,
        ) -> Any:
            check_cancelled()
            current = current_cancellation()
            if current is None:
                return super().run(output_names, input_feed, run_options)
            options = run_options or onnxruntime.RunOptions()

            def terminate() -> None:
                options.terminate = True

            try:
                with current.interrupting(terminate):
                    # It may have been cancelled just before.
                    check_cancelled()
                    return super().run(output_names, input_feed, options)
            # The runtime's own exceptions share no other base.
            except Exception:
                check_cancelled()
                raise

    return Session
