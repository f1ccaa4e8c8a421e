"""The page with the tabs Play, Analysis and Practice, served to a browser on this machine."""

from __future__ import annotations

from collections.abc import Callable

from clumond_solver.base.errors import missing_extra

DEFAULT_PORT = 8117


def serve(
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    *,
    announce: Callable[[str], None] | None = None,
    link: str = "",
    public: str = "",
) -> None:
    """Serve the page until interrupted.

    Only this machine can reach it, unless ``host`` is another address, or a proxy makes it
    reachable at the ``public`` address: then whoever asks needs a key, the owner's or a seat's.
    ``port`` 0 means any free port. ``announce`` is called with the page's address, with the owner's
    key in it, once the page can be opened; ``link`` is what the address opens, such as "analysis"
    or "play?game=clag". OSError if the address cannot be used, MissingExtraError without the extra
    ``web``.
    """
    try:
        from clumond_solver.web.server import run
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in {"starlette", "uvicorn", "anyio"}:
            raise
        raise missing_extra(str(error.name), "web") from None
    run(host, port, announce, link, public)
