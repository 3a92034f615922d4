"""The end of a session in which a language model is to read what was said: Stage 2, in the worker.

Whatever becomes of it, what the rules have read is done, and the request with it: what a model failed on waits in
the log, and the next run of any session tries it again.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from awhm.errors import Conflict, Refused

if TYPE_CHECKING:
    from awhm.hooks.worker import Request
    from awhm.store import Store

_logger = logging.getLogger("awhm")


def read_by_model(store: Store, request: Request) -> None:
    """Have a model read a session, if the hook or the settings ask for it. Raises Damaged alone."""
    if request.stage2 is None and not store.config.stage2_enabled:
        return
    from awhm.refinement import client_of

    client, model = request.stage2 or ("", "")
    try:
        found = client_of(store.config, client, model)
        store.refinement.run(session=request.session, client=found, retry=True)
    except (Conflict, Refused) as error:
        _logger.warning("no language model has read %s: %s %s", request.session, error, error.hint)
