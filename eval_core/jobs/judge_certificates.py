"""A campaign's judges on gold: the certificate of the exam that each took in the setting that it judges in."""

from __future__ import annotations

from sqlalchemy import select

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.jobs.exam_work import read_exams
from eval_core.judges.certificate import Certificate
from eval_core.store import JudgeSetting, Person, Store


def certificates_of_judges(store: Store, slug: str, who: Who = OPERATOR) -> dict[str, Certificate]:
    """A judge's name -> its newest certificate here, of the last thirty days; judges without one are left out.

    For researchers. An exam is a judge's if model, temperature and protocol, the version included, are those that its
    name means.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    exams = read_exams(store, slug, who)
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        settings = db.execute(
            select(Person.name, JudgeSetting.model, JudgeSetting.temperature, JudgeSetting.protocol_hash)
            .join(Person, Person.id == JudgeSetting.person_id)
            .where(JudgeSetting.campaign_id == campaign.id)
        ).all()
    newest = {(exam.judge, exam.temperature, exam.protocol_hash): exam for exam in reversed(exams)}
    found = ((name, newest.get((model, temperature, version))) for name, model, temperature, version in settings)
    return {name: exam for name, exam in found if exam is not None}
