"""The page to play, review, practise and explore at, served to a browser on this machine."""

from __future__ import annotations

from collections.abc import Callable

from clumond_solver.base.errors import missing_extra

DEFAULT_PORT = 8117


def serve(
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    *,
    announce: Callable[[str], None] | None = None,
    place: str = "",
) -> None:
    """Serve the page until interrupted.

    Only this machine can reach it unless another ``host`` is given; ``port`` 0 takes any that is
    free. ``announce`` is called with the page's address once it can be opened; it opens at
    ``place``, such as "explore", or else at the first. OSError if the
    address cannot be used, MissingExtraError without the extra ``web``.
    """
    try:
        from clumond_solver.web.server import run
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in {"starlette", "uvicorn", "anyio"}:
            raise
        raise missing_extra(str(error.name), "web") from None
    run(host, port, announce, place)
