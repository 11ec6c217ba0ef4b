"""What a browser may send, by kind: every kind that Streamlit knows has been thought of."""

from __future__ import annotations

from streamlit.proto.BackMsg_pb2 import BackendOperationRequest, BackMsg

from eval_core.ui.messages import kind_of
from eval_core.web.gate import KINDS

# Caches of everyone, files of the server, packages for a programmer's tools, and what only Streamlit's own tests do.
REFUSED = {
    "clear_cache",
    "set_run_on_save",
    "load_git_info",
    "debug_disconnect_websocket",
    "debug_shutdown_runtime",
    "install_skills",
    "dismiss_skills_nudge",
}


def _frames() -> dict[str, bytes]:
    """A frame of each kind."""
    frames = {}
    for field in BackMsg.DESCRIPTOR.oneofs_by_name["type"].fields:
        if field.message_type and field.name == "backend_operation_request":
            for payload in BackendOperationRequest.DESCRIPTOR.oneofs_by_name["payload"].fields:
                message = BackMsg()
                getattr(message.backend_operation_request, payload.name).SetInParent()
                frames[payload.name] = message.SerializeToString()
            continue
        message = BackMsg()
        if field.message_type:
            getattr(message, field.name).SetInParent()
        else:
            setattr(message, field.name, True)
        frames[field.name] = message.SerializeToString()
    return frames


def test_every_kind_is_known() -> None:
    """A new Streamlit with a new kind of message fails here."""
    assert {name: kind_of(frame) for name, frame in _frames().items()} == {name: name for name in _frames()}
    assert set(_frames()) == KINDS | REFUSED
    assert not KINDS & REFUSED


def test_what_is_no_message_has_no_kind() -> None:
    """Bytes at random, nothing at all, and a request for nothing; the last of two kinds counts, as for Streamlit."""
    request = BackMsg()
    request.backend_operation_request.request_id = "x"
    assert [kind_of(frame) for frame in (b"\xff" * 20, b"", request.SerializeToString())] == [None] * 3
    both = _frames()["rerun_script"] + _frames()["clear_cache"]
    assert kind_of(both) == BackMsg.FromString(both).WhichOneof("type") == "clear_cache"
