"""What a page says of a click: in its own place, in the reader's language, once or until the next click."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def page() -> None:
    import streamlit as st

    from eval_core.errors import RefusedError, UnavailableError
    from eval_core.locales import use_language
    from eval_core.ui.parts.press import press, show_notice, was_done

    def refuse() -> None:
        raise RefusedError("no_text", "nothing is written")

    def fail() -> None:
        raise UnavailableError("database_busy", "busy")

    def crash() -> None:
        raise ZeroDivisionError

    def click(service: object, place: str) -> None:
        assert callable(service)
        outcome = press("inbox", service, done="Sent.", place=place)
        st.session_state["outcome"] = (bool(outcome), outcome.result)
        st.session_state["sent"] = was_done("inbox", "Sent.", place)

    use_language("nb")
    st.button("send", key="send", on_click=click, args=(lambda: 7, "first"))
    st.button("refuse", key="refuse", on_click=click, args=(refuse, "first"))
    st.button("fail", key="fail", on_click=click, args=(fail, "second"))
    st.button("crash", key="crash", on_click=click, args=(crash, "first"))
    st.button("look", key="look")
    with st.container(key="first"):
        show_notice("inbox", "first")
    with st.container(key="second"):
        show_notice("inbox", "second", once=True, always=True)


def said(test: AppTest) -> list[str]:
    return [element.proto.body for element in test.get("html")]


def test_what_became_of_a_click_is_said_where_it_was_made() -> None:
    """Done, refused or no database: each has its line beside the place, and a refusal is announced at once."""
    test = AppTest.from_function(page).run()
    empty = '<p class="note" role="status"></p>'
    assert said(test) == [empty]
    test.button(key="send").click().run()
    assert said(test) == ['<p class="note" role="status">Sendt.</p>', empty]
    assert test.session_state["outcome"] == (True, 7)
    assert test.session_state["sent"]
    test.button(key="refuse").click().run()
    assert said(test) == ['<p class="note trouble" role="alert">Ikke lagret: Skriv presiseringen først.</p>', empty]
    assert test.session_state["outcome"] == (False, None)
    assert not test.session_state["sent"]


def test_a_notice_stays_until_the_next_click_or_is_said_once() -> None:
    """Another run repeats it, unless the page says it once; a busy database is a refusal."""
    test = AppTest.from_function(page).run()
    test.button(key="refuse").click().run()
    test.button(key="look").click().run()
    assert "Ikke lagret" in said(test)[0]
    test.button(key="fail").click().run()
    assert "opptatt" in said(test)[0]
    test.button(key="look").click().run()
    assert said(test) == ['<p class="note" role="status"></p>']


def test_a_bug_is_not_told_as_a_refusal() -> None:
    """Only refusals are caught."""
    test = AppTest.from_function(page).run()
    test.button(key="crash").click().run()
    assert test.exception
