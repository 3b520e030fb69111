"""What comes in new at the server is told of where everybody looks: who may use it, what it takes, and where it is tried.

The rights themselves are tried in ``tests/server/test_rights.py``. Here it is only looked whether a row is missing, so that it
is noticed wherever a message or an address was added.
"""

from __future__ import annotations

from tests.server.test_rights import test_every_address_has_a_row, test_every_message_has_a_row
from tests.server.transport.test_openapi import test_every_address_of_the_documented_protocol_is_in_it_and_no_other

__all__ = [
    "test_every_address_has_a_row",
    "test_every_address_of_the_documented_protocol_is_in_it_and_no_other",
    "test_every_message_has_a_row",
]
