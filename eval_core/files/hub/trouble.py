"""What went wrong at a hub, in one sentence for the person who asked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from huggingface_hub import constants, errors, get_token

from eval_core.errors import InputError


@contextmanager
def plain_trouble(address: str, *, writing: bool = False) -> Iterator[None]:
    """Turn what huggingface_hub raises into an InputError at `address`. None of its words is kept.

    Those could quote an address with a signature in it; what the hub answers is also no one's word but its own.
    """
    try:
        yield
    except InputError:
        raise
    except Exception as error:
        # Nothing is chained: a traceback would show the request, and with it the token.
        raise _understood(error, address, writing) from None


def _understood(error: BaseException, address: str, writing: bool) -> InputError:
    if isinstance(error, errors.LocalEntryNotFoundError | RuntimeError) and error.__cause__ is not None:
        return _understood(error.__cause__, address, writing)
    host = urlsplit(constants.ENDPOINT).netloc
    if isinstance(error, errors.OfflineModeIsEnabled):
        return InputError("hub_offline", file=address)
    if isinstance(error, errors.HfHubHTTPError):
        return _refused(error, address, host, writing)
    if isinstance(error, errors.EntryNotFoundError):
        return InputError("hub_no_file", file=address)
    if isinstance(error, errors.HTTPError):  # type: ignore[attr-defined]  # no answer at all
        return InputError("hub_unreachable", host=host, file=address)
    if isinstance(error, OSError) and error.errno is not None:
        return InputError("hub_not_stored", problem=error.strerror or "", place=constants.HF_HUB_CACHE, file=address)
    if writing and isinstance(error, ConnectionError):  # of the hub's storage, which has a client of its own
        return InputError("hub_broke_off", host=host, file=address)
    if isinstance(error, OSError):  # of another size than announced
        return InputError("hub_cut", host=host, file=address)
    if writing and isinstance(error, ValueError) and "metadata" in str(error):
        return InputError("hub_card_refused", host=host, file=address)
    return InputError("hub_strange", host=host, file=address)


def _refused(error: errors.HfHubHTTPError, address: str, host: str, writing: bool) -> InputError:
    status = error.response.status_code
    if isinstance(error, errors.GatedRepoError):
        return InputError("hub_gated", host=host, repository=address.partition("datasets/")[2], file=address)
    if isinstance(error, errors.RevisionNotFoundError):
        return InputError("hub_no_revision", file=address)
    if isinstance(error, errors.EntryNotFoundError):
        return InputError("hub_no_file", file=address)
    token = get_token()
    if writing and status in (401, 403, 404):
        return InputError("hub_may_not_write" if token else "hub_no_token", file=address)
    if isinstance(error, errors.RepositoryNotFoundError) or status == 404:
        return InputError("hub_missing_with_token" if token else "hub_missing", file=address)
    if status in (401, 403):
        return InputError("hub_token_refused" if token else "hub_missing", file=address)
    if status == 429:
        return InputError("hub_too_many_requests", host=host, file=address)
    if status in (409, 412):
        return InputError("hub_changed_meanwhile", file=address)
    return InputError("hub_failed", host=host, status=status, file=address)
