"""For a server with this folder in its PYTHONPATH: a pause after each element, as if its thread had to wait for others."""

import os
import time

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext

PAUSE = float(os.environ["SERVER_SLOWER"])
enqueue = ScriptRunContext.enqueue


def enqueue_and_wait(context: ScriptRunContext, message: ForwardMsg) -> None:
    enqueue(context, message)
    time.sleep(PAUSE)


ScriptRunContext.enqueue = enqueue_and_wait
