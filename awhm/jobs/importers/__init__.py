"""Reading conversations from files: any accepted format becomes one stream of messages.

Nothing here touches the log. `parse` yields a `Message` for each turn that can be taken and a `Left`
for everything that cannot, with the reason; one bad line never stops the rest.
"""

from awhm.jobs.importers.detect import ACCEPTED, parse
from awhm.jobs.importers.item import Left, Message, identity

__all__ = ["ACCEPTED", "Left", "Message", "identity", "parse"]
