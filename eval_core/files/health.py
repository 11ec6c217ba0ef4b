"""What is wrong with a response as a text: an error of a program, a refusal, leaked tokens, a loop, a text cut short.

Each rule would rather miss a case than accuse what a person wrote.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from eval_core.files.dialogue import spoken

ERROR_LIMIT = 600  # characters: an answer about errors is longer than an error
REFUSAL_LIMIT = 300  # characters at the beginning in which a refusal stands
EXCEL_LIMIT = 32_767  # characters of a cell
_FLAGS = re.IGNORECASE | re.VERBOSE | re.MULTILINE
_NOTHING = re.compile(r"\W*(?:none|null|nan|undefined|error|timeout)\W*", re.IGNORECASE)
_ERROR_BEGINS = re.compile(
    r"""[\W_]*(?:
    (?:api|https?|server|network|internal|connection|request|timeout|runtime|inference|generation|openai|anthropic|cuda
      |gpu|client|gateway|proxy|read)[\s_-]+(?:request\s+|server\s+)?(?:error|timeout|timed\s+out|failed)\b
    |(?:error|http|status|feil)[\s_-]*(?:code|kode)?\s*[:=]?\s*[45]\d\d\b
    |error\s*[:\]].*\b(?:api|https?|server|request|token|timeout|timed\s+out|connection|model|quota|rate|none|failed|\d{3})\b
    |error\s+(?:while|during|generating|calling|fetching|communicating)\b
    |[45]\d\d\s+(?:bad|internal|service|too\s+many|gateway|client|server|unauthorized|forbidden|not\s+found)\b
    |internal\s+server\s+error|bad\s+gateway|service\s+(?:temporarily\s+)?unavailable|too\s+many\s+requests|gateway\s+time-?out
    |rate\s+limit\s+(?:reached|exceeded|error)|you\s+exceeded\s+your\s+current\s+quota|quota\s+exceeded|incorrect\s+api\s+key
    |connection\s+(?:aborted|refused|reset)|max(?:imum)?\s+retries|moderation\$|your\s+input\s+violates
    |(?:the|that|this)\s+(?:model|server|service)\s+is\s+(?:currently\s+|temporarily\s+)?(?:overloaded|unavailable)
    |failed\s+to\s+(?:generate|get|fetch|connect)|no\s+(?:response|output)\s+(?:from|was|received)
    |(?:\w+\.)*\w*(?:api|ratelimit|timeout|connection|http|server|client|request|value|key|type|runtime|index|memory|decode)
      \w*(?:error|exception)\b\s*[:(]
    |traceback\s+\(most\s+recent\s+call
    )""",
    _FLAGS,
)
_ERROR_WITHIN = re.compile(
    r"""\(error_code:\s*\d+|["']error["']\s*:\s*[{"']|maximum\s+context\s+length|insufficient_quota|rate_limit_exceeded
    |overloaded_error|context_length_exceeded|content_(?:filter|policy_violation)|CUDA\s+out\s+of\s+memory
    |HTTPSConnectionPool|<title>\s*[45]\d\d\b""",
    _FLAGS,
)
_NOT = r"ikk(?:e|je)"
_CANNOT = r"(?:can['’]?t|can\s?not|unable|not\s+able|won['’]t|will\s+not)"
_COMPLY = r"(?:hjelp[ea]|bistå|oppfylle?|etterkom[me]+|assistere?|svar[ea]\s+på|besvar[ea]|generere?|utføra?|fullføra?)"
_ANSWER = rf"(?:{_COMPLY}|skriv[ea]|lag[ea]|tilby|gje?|gi|gjennomføra?|diskutere?|omsett[ea]|oversett[ea]|oversetje)"
_REFUSAL = re.compile(
    rf"""\bsom\s+(?:en|ein|et|eit)\s+(?:stor\s+)?(?:AI|KI|kunstig|språkmodell)[^.!?\n]{{0,80}}?\b{_NOT}\b
    |\A\W*(?:(?:jeg|eg)\s+)?(?:beklager?|orsak|unnskyld|dessverre|diverre|er\s+lei\s+for)\b[^.!?\n]{{0,60}}?\b{_NOT}\b
      [^.!?\n]{{0,30}}?\b{_ANSWER}\b
    |\A\W*(?:jeg|eg)\s+(?:kan|har)\s+(?:dessverre|diverre)\s+{_NOT}\b[^.!?\n]{{0,30}}?\b{_ANSWER}\b
    |\A\W*(?:(?:beklager?|orsak|dessverre|diverre)\W+)(?:men\s+)?(?:det|dette)\s+kan\s+(?:jeg|eg)\s+(?:dessverre\s+|diverre\s+)?{_NOT}
    |\A\W*(?:jeg|eg)\s+kan\s+(?:dessverre\s+|diverre\s+)?{_NOT}\s+{_COMPLY}\b
    |\A\W*(?:jeg|eg)\s+må\s+(?:dessverre\s+|diverre\s+)?(?:avslå|avstå)\b
    |\A\W*(?:(?:I['’]m|I\s+am)\s+(?:\w+\s+)?)?(?:sorry|afraid|apologies|I\s+apologi[sz]e)\b[^.\n]{{0,60}}\b{_CANNOT}
    |\A\W*(?:unfortunately,?\s+)?I(?:['’]m|\s+am)?\s+{_CANNOT}\s+(?:to\s+)?
      (?:help|assist|provide|fulfil|comply|create|write|generate|answer|continue|engage|support|discuss)
    |\bas\s+an?\s+(?:AI|artificial|large\s+language|language\s+model)\b[^.\n]{{0,80}}(?:{_CANNOT}|don['’]t|do\s+not)\b""",
    _FLAGS,
)
_TOKENS = re.compile(
    r"""<[|｜][\w▁/\ -]{1,40}[|｜]>|</?s>|\[/?INST\]|</?SYS>|</?(?:start|end)_of_(?:turn|text|utterance|image)>
    |</?(?:eos|bos|pad|unk|sep|cls|im_start|im_end)>
    |\[(?:PAD|UNK|EOS|BOS|SEP|CLS|MASK|TOOL_CALLS|AVAILABLE_TOOLS|/?TOOL_RESULTS)\]
    |</?(?:think|thinking|thought|thoughts|reasoning|scratchpad|reflection|tool_call|tool_response)>
    |<0x[0-9A-F]{2}>|<extra_id_\d+>|<unused_?\d+>
    |^\#{2,3}\s*(?:Instruction|Response|Human|Assistant|User|Instruksjon|Respons)\s*:|^(?:Human|User|Assistant)\s*:""",
    _FLAGS,
)
_WORD = re.compile(r"[^\W\d_]+")
_SAME_LETTERS = re.compile(r"(.{1,8}?)\1{14,}")
_LONG_WORD = 14
_LEAST_LOOP = 12  # words
_LEAST_CUT = 100  # characters of a text that can be said to be cut
_LEAST_PROSE = 200  # of one whose sentences end, but for the last
_LEAST_LINE = 8  # words of a line that is no heading and no signature
_SENTENCE_END = re.compile(r"[.!?…][\"'»”’)]*(?:\s|$)")
_ITEM = re.compile(r"\s*(?:[-*•#|>]|\d+[.)])")
# No sentence ends with one of these.
_GO_ON = re.compile(
    r"(?<![^\s(])(?:og|eller|men|som|at|fordi|hvis|dersom|mens|medan|en|ei|et|ein|eit|i|fra|frå|hos|mellom|mellan|enten|anten|"
    r"verken|sin|sitt|sine|and|or|the|of|because|with|from)\Z"
)


def ills_of(text: str) -> frozenset[str]:
    """What is wrong with a text, by the codes of `findings`; an error is nothing else, and a loop is not cut."""
    said = spoken(text).strip()
    if is_error(said):
        return frozenset({"api_error"})
    found = set()
    if _REFUSAL.search(said[:REFUSAL_LIMIT]):
        found.add("refusal")
    if _TOKENS.search(said):
        found.add("special_tokens")
    if is_loop(said):
        found.add("loop")
    elif is_cut(said):
        found.add("cut_text")
    return frozenset(found)


def is_error(text: str) -> bool:
    """Whether a program wrote this in place of a response: an error, or its word for nothing."""
    if len(text) > ERROR_LIMIT:
        return False
    return bool(_NOTHING.fullmatch(text) or _ERROR_BEGINS.match(text) or _ERROR_WITHIN.search(text))


def is_loop(text: str) -> bool:
    """Whether a text says the same again and again: up to three words six times, or a longer passage four times."""
    words = _WORD.findall(text.casefold())
    if any(len(word) > _LONG_WORD and _SAME_LETTERS.search(word) for word in words):
        return True
    threes = list(zip(words, words[1:], words[2:], strict=False))
    if len(threes) - len(set(threes)) < _LEAST_LOOP // 2:  # most texts: a loop repeats more
        return False
    often, times = Counter(threes).most_common(1)[0]
    if times < 4:
        return False
    places = [at for at, three in enumerate(threes) if three == often]
    period = Counter(later - earlier for earlier, later in pairwise(places)).most_common(1)[0][0]
    longest = run = 0
    for earlier, later in zip(words, words[period:], strict=False):
        run = run + 1 if earlier == later else 0
        longest = max(longest, run)
    return longest + period >= max(_LEAST_LOOP, period * (6 if period <= 3 else 4))


def is_cut(text: str) -> bool:
    """Whether a text surely goes on: it ends with a comma, an opening sign or a word that no sentence ends with, or it
    is prose whose last sentence, on a long line, has no end."""
    if len(text) < _LEAST_CUT:
        return False
    if text[-1] in ",(«“" or len(text) == EXCEL_LIMIT or _GO_ON.search(text[-40:]):
        return True
    line = text.rpartition("\n")[2]
    if len(text) < _LEAST_PROSE or not text[-1].isalpha() or _ITEM.match(line) or len(line.split()) < _LEAST_LINE:
        return False
    return len(_SENTENCE_END.findall(text)) >= 3
