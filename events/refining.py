"""The events of Stage 2, in which a language model reads messages: what was read, what was refused, what failed.

What a model said that counts is in `StatementsExtracted`, as what the rules say is. Nothing here is believed.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from awhm.events.kinds import Event, Kind, Name, Position

Number = Annotated[int, Field(ge=0)]


class RefinementProposed(Event):
    """A model has read the messages of a session after one position and up to another, and this is done.

    It is derived from all that the model was shown. `model` is who read, "" for nobody where none of them could say
    anything. `proposed` is how many memories it proposed, `taken` how many statements came of them, `refused` how
    many proposals were refused; the others were known already. It holds no content: where it is erased, the
    messages that are left are read again.
    """

    kind: ClassVar[Kind] = Kind.REFINEMENT_PROPOSED
    session: Name
    after: Number
    through: Position
    model: str = ""
    messages: Number
    proposed: Number
    taken: Number
    refused: Number


class RefinementRefused(Event):
    """What a model proposed of the messages of a range and may not be believed, and why.

    `proposal` is what it said, as JSON, cut where it is long. It is derived from all that the model was shown, and
    goes with any of it.
    """

    kind: ClassVar[Kind] = Kind.REFINEMENT_REFUSED
    session: Name
    after: Number
    through: Position
    model: str = ""
    reason: Name
    proposal: str


class RefinementFailed(Event):
    """A model did not answer for a range, or nothing that can be read; the range waits for the next run.

    `reason` is one of ours and holds none of its words.
    """

    kind: ClassVar[Kind] = Kind.REFINEMENT_FAILED
    session: Name
    after: Number
    through: Position
    model: str = ""
    reason: Name
