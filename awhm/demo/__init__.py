"""The demo: five conversations of a made-up person, and the main job carried out on them."""

from awhm.demo.demo import Check, run

__all__ = ["Check", "run"]
