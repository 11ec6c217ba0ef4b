"""The messages that a browser sends to Streamlit, by kind."""

from __future__ import annotations

from google.protobuf.message import DecodeError
from streamlit.proto.BackMsg_pb2 import BackMsg


def kind_of(frame: bytes) -> str | None:
    """The kind of message that a frame holds, as Streamlit's protocol names it; None where it holds none.

    Of `backend_operation_request`, which is many things, that of the request in it.
    """
    try:
        message = BackMsg.FromString(frame)
    except DecodeError:
        return None
    kind: str | None = message.WhichOneof("type")
    return message.backend_operation_request.WhichOneof("payload") if kind == "backend_operation_request" else kind
