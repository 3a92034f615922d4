"""The languages that are understood. To add one, write one file with a `Pack` and name it here."""

from __future__ import annotations

from awhm.language.packs.english import ENGLISH
from awhm.language.packs.russian import RUSSIAN
from awhm.language.packs.spanish import SPANISH

PACKS = (ENGLISH, SPANISH, RUSSIAN)
