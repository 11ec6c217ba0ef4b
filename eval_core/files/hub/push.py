"""Puts a folder with a data set on the Hugging Face hub, in one commit. Imported only where something is pushed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from huggingface_hub import HfApi, constants, get_session, get_token

from eval_core.errors import InputError
from eval_core.files.hub.address import HubAddress, check_repository
from eval_core.files.hub.fetched import PATIENCE
from eval_core.files.hub.trouble import plain_trouble


@dataclass(frozen=True)
class Pushed:
    """Where a data set is now: `address` names it at its commit, `page` is for people."""

    address: str
    page: str
    commit: str


def check_push(repository: str) -> None:
    """Refuse what cannot work before anything is made.

    Raises:
        InputError: 'hub_bad_repository', 'hub_offline' or 'hub_no_token'.
    """
    check_repository(repository)
    if constants.HF_HUB_OFFLINE:
        raise InputError("hub_offline", file=str(HubAddress(repository)))
    if not get_token():
        raise InputError("hub_no_token", file=str(HubAddress(repository)))


def push_folder(folder: Path, repository: str, *, private: bool, message: str) -> Pushed:
    """Make the data set if it is new, and put the folder's files there; Parquet files of before go.

    Args:
        private: who makes a new data set decides who sees it; one that is there already is never changed in that.

    Raises:
        InputError: with a code 'hub_…'; 'hub_is_public' for one that all can see where it was to be private.
    """
    check_push(repository)
    address = str(HubAddress(repository))
    api = HfApi(library_name="parvis")
    with plain_trouble(address, writing=True):
        get_session().timeout = PATIENCE
        api.create_repo(repository, repo_type="dataset", private=private, exist_ok=True)
        # What was there before is as it was: it may be public.
        info = api.dataset_info(repository, timeout=PATIENCE)
        if private and not info.private:
            raise InputError("hub_is_public", file=address)
        done = api.upload_folder(
            repo_id=repository,
            repo_type="dataset",
            folder_path=folder,
            commit_message=message,
            delete_patterns="*.parquet",
            parent_commit=info.sha,
        )
    page = f"{constants.ENDPOINT}/datasets/{repository}"
    return Pushed(str(HubAddress(repository, done.oid)), page, str(done.oid))
