"""Word forms that the catalogues do not use."""

from __future__ import annotations

# What a catalogue must not say, and why; docs/terms.md holds the words to use.
NEVER = {
    r"\bkampanj": "a campaign is an 'evaluering'",
    r"\bven(n|d)ligst|\bvenlegst": "nobody speaks so",
    r"\bannot(at|ør|er)": "an annotator is a 'vurderer' or 'vurderar'",
    r"\bprompt": "a prompt is an 'oppgave' or 'oppgåve'",
    r"\buavgjort": "a tie is «like godt»; this would be a pair that is not decided",
    r"\brespons": "a response is a 'svar'",
    r"\bopplæring": "training is 'øving'",
    r"\butg[aå]ve": "a version is a 'versjon'",
    r"grunngjev": "the reasons are 'grunngivingar'",
    r'["“”]': "quotation marks are « and »",
    r" - |\.\.\.": "a dash is – and an ellipsis …",
    r"\d %": "the space before % does not break",
}


OTHER_STANDARD = {
    "nb": r"\b(ikkje|eg|frå|berre|kva|kven|vere|fekk|no|dei|desse|noko|ein|eit|\w+ingar|\w+inga)\b",
    "nn": r"\b(ikke|jeg|fra|bare|hva|hvem|være|fikk|nå|de|disse|noe|en|et|\w+inger|\w+ingen|ble|blitt)\b",
}
