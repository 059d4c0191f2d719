"""The page to play on: `cheese-envs play`. The browser gets only what one may see."""

from __future__ import annotations

from cheese_envs.web.setup import Setup

__all__ = ["Setup", "serve"]


def serve(setup: Setup, *, port: int = 0, browser: bool = True) -> None:
    """Serve the page on this machine until interrupted; needs the extra `[web]`."""
    try:
        import starlette
        import uvicorn
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(
            f"the page needs {missing.name}, which is not installed: pip install 'cheese-envs[web]'"
        ) from missing
    del starlette, uvicorn
    from cheese_envs.web.serving import run

    run(setup, port=port, browser=browser)
