"""One person's requests to the desk's routes, as good or as bad as a test wants them."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

from starlette.applications import Starlette
from starlette.testclient import TestClient

from eval_core.web import desk as routes
from eval_core.web.cookie import COOKIE
from tests.support.building import Built

OWN = {"origin": "http://testserver", "content-type": "application/json"}


class Tab:
    """One person's requests."""

    def __init__(self, built: Built, who: str) -> None:
        self.address = f"/desk/{built.slug}"
        self.client = TestClient(Starlette(routes=routes.desk_routes(built.store)))
        self.client.cookies.set(COOKIE, who)

    def pile(self, ahead: int = 2) -> list[dict[str, Any]]:
        return list(self.client.get(self.address, params={"ahead": ahead}).json()["pile"]["sheets"])

    def raw(self, body: bytes | str, **headers: str) -> Any:
        return self.client.post(self.address, content=body, headers=OWN | headers)

    def act(self, *actions: object, **more: object) -> list[tuple[str, str | None]]:
        """Result and word of each action, whose ids come back in their order."""
        reply = self.raw(json.dumps({"actions": actions, **more}))
        assert reply.status_code == 200, reply.text
        answers = reply.json()["answers"]
        assert len(answers) == len(actions)
        for action, answer in zip(actions, answers, strict=True):
            sent = action.get("id") if isinstance(action, dict) else None
            assert answer["id"] in (sent, None)
            assert (answer["result"] == "refused") == (answer["word"] is not None)
        return [(one["result"], one["word"]) for one in answers]


def action(kind: str, sheet: dict[str, Any] | None = None, **more: object) -> dict[str, Any]:
    at = {} if sheet is None else {"assignment": sheet["assignment"], "revision": sheet["revision"]}
    return {"id": str(uuid4()), "kind": kind, **at, **more}
