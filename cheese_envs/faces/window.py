"""A window that shows a game, by pygame."""

from __future__ import annotations

import os
from typing import Any

from cheese_envs.faces import raster


class Window:
    """Opens with the first picture; once its user has closed it, it stays closed."""

    def __init__(self, title: str, fps: float) -> None:
        raster.require("render_mode='human'", "resvg_py", "PIL", "pygame")
        self.title, self.fps = title, fps
        self._screen: Any = None
        self._shown: str | None = None
        self._clock: Any = None
        self._dismissed = False

    @property
    def is_open(self) -> bool:
        return self._screen is not None

    def show(self, svg: str) -> None:
        """Show a picture, at most `fps` of them a second."""
        if self._dismissed:
            return
        if svg != self._shown:
            self._draw(svg)
            self._shown = svg
        self._attend()

    def _draw(self, svg: str) -> None:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        import pygame

        picture = raster.image(svg)
        if self._screen is None or self._screen.get_size() != picture.size:
            pygame.display.init()
            self._screen = pygame.display.set_mode(picture.size)
            pygame.display.set_caption(self.title)
            self._clock = pygame.time.Clock()
        elif pygame.display.get_driver() != "dummy":  # somebody is there to see it
            self._clock.tick(self.fps)
        surface = pygame.image.frombytes(picture.tobytes(), picture.size, "RGB")
        self._screen.blit(surface, (0, 0))
        pygame.display.flip()

    def _attend(self) -> None:
        """Let the system know that the window is alive, and hear whether it was closed."""
        import pygame

        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()
            self._dismissed = True

    def close(self) -> None:
        if self._screen is not None:
            import pygame

            pygame.display.quit()
        self._screen, self._shown, self._dismissed = None, None, False

    def __reduce__(self) -> tuple[Any, ...]:
        return Window, (self.title, self.fps)  # a copy opens a window of its own
