"""The words that planted faults are made of, and the explanations of each kind: lists of our own, kept short.

A list has only what is certain: a word with two genders, or a form that is right in both written standards, is not
in it. Words are in lower case.
"""

from __future__ import annotations

# Noun -> its definite singular, by gender. Compounds that end in one of them follow it.
_COMMON_NB = """
dag:dagen plan:planen avtale:avtalen rapport:rapporten mann:mannen by:byen del:delen jobb:jobben gang:gangen
artikkel:artikkelen regjering:regjeringen kommune:kommunen løsning:løsningen ordning:ordningen endring:endringen
måned:måneden vei:veien skole:skolen stilling:stillingen familie:familien person:personen leder:lederen film:filmen
beslutning:beslutningen avgjørelse:avgjørelsen undersøkelse:undersøkelsen situasjon:situasjonen
organisasjon:organisasjonen mulighet:muligheten økning:økningen bank:banken kamp:kampen bil:bilen feil:feilen
grunn:grunnen kveld:kvelden
spiller:spilleren mening:meningen lov:loven butikk:butikken turnering:turneringen trener:treneren bedrift:bedriften
sesong:sesongen sang:sangen stol:stolen tur:turen vare:varen krise:krisen debatt:debatten utvikling:utviklingen
krig:krigen pris:prisen avis:avisen minister:ministeren medarbeider:medarbeideren plass:plassen metode:metoden
"""
_NEUTER_NB = """
hus:huset land:landet parti:partiet problem:problemet spørsmål:spørsmålet møte:møtet selskap:selskapet tiltak:tiltaket
forslag:forslaget vedtak:vedtaket mål:målet tilbud:tilbudet resultat:resultatet prosjekt:prosjektet samfunn:samfunnet
arbeid:arbeidet valg:valget bord:bordet rom:rommet program:programmet brev:brevet bilde:bildet eksempel:eksempelet
firma:firmaet marked:markedet samarbeid:samarbeidet system:systemet krav:kravet barn:barnet budsjett:budsjettet
stykke:stykket område:området sted:stedet språk:språket svar:svaret museum:museet tempo:tempoet monopol:monopolet
intervju:intervjuet nederlag:nederlaget flertall:flertallet mindretall:mindretallet tap:tapet oppdrag:oppdraget
"""
_COMMON_NN = """
dag:dagen plan:planen avtale:avtalen rapport:rapporten mann:mannen by:byen del:delen jobb:jobben gong:gongen
artikkel:artikkelen kommune:kommunen månad:månaden veg:vegen skule:skulen familie:familien person:personen leiar:leiaren
film:filmen situasjon:situasjonen organisasjon:organisasjonen bank:banken kamp:kampen bil:bilen feil:feilen
grunn:grunnen kveld:kvelden spelar:spelaren butikk:butikken trenar:trenaren sesong:sesongen song:songen stol:stolen
tur:turen debatt:debatten krig:krigen pris:prisen minister:ministeren medarbeidar:medarbeidaren plass:plassen
metode:metoden verknad:verknaden skilnad:skilnaden auke:auken kostnad:kostnaden arbeidar:arbeidaren
"""
_FEMININE_NN = """
løysing:løysinga ordning:ordninga endring:endringa regjering:regjeringa stilling:stillinga meining:meininga
avgjerd:avgjerda bok:boka veke:veka undersøking:undersøkinga utvikling:utviklinga hytte:hytta sak:saka
verksemd:verksemda avis:avisa tid:tida side:sida turnering:turneringa bedrift:bedrifta lov:lova krise:krisa
oppgåve:oppgåva jente:jenta
"""
_NEUTER_NN = """
hus:huset land:landet parti:partiet problem:problemet spørsmål:spørsmålet møte:møtet selskap:selskapet tiltak:tiltaket
framlegg:framlegget vedtak:vedtaket mål:målet tilbod:tilbodet resultat:resultatet prosjekt:prosjektet
samfunn:samfunnet arbeid:arbeidet val:valet bord:bordet rom:rommet program:programmet brev:brevet bilete:biletet
firma:firmaet samarbeid:samarbeidet system:systemet krav:kravet barn:barnet budsjett:budsjettet stykke:stykket
område:området språk:språket svar:svaret museum:museet tempo:tempoet monopol:monopolet intervju:intervjuet
nederlag:nederlaget fleirtal:fleirtalet mindretal:mindretalet tap:tapet oppdrag:oppdraget forslag:forslaget
"""


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


def _forms(listed: str) -> dict[str, str]:
    return dict(pair.split(":") for pair in listed.split())


# Written standard -> right article -> (wrong article, nouns with their definite form).
NOUNS: dict[str, dict[str, tuple[str, dict[str, str]]]] = {
    "nb": {"en": ("et", _forms(_COMMON_NB)), "et": ("en", _forms(_NEUTER_NB))},
    "nn": {
        "ein": ("eit", _forms(_COMMON_NN)),
        "ei": ("eit", _forms(_FEMININE_NN)),
        "eit": ("ein", _forms(_NEUTER_NN)),
    },
}

# Adjective in the plural -> in the singular; those that stand in common and neuter form alike may follow an article.
ADJECTIVES = _forms(
    "store:stor nye:ny gode:god viktige:viktig høye:høy unge:ung lange:lang korte:kort sterke:sterk"
    " svake:svak dyre:dyr tunge:tung farlige:farlig vanskelige:vanskelig ulike:ulik kjente:kjent flotte:flott fine:fin"
    " tidligere:tidligere høge:høg farlege:farleg vanskelege:vanskeleg"
)
PLURALS = {
    "nb": "mange|flere|noen|alle|disse|to|tre|fire|fem|seks|sju|åtte|ni|ti",
    "nn": "mange|fleire|nokre|alle|desse|to|tre|fire|fem|seks|sju|åtte|ni|ti",
}

# Word -> the same in the other written standard; without forms that both allow (blei, veit, høg, òg, nå, uke).
_BOTH_WAYS = _forms(
    "ikke:ikkje jeg:eg hva:kva hvordan:korleis hvorfor:kvifor hvem:kven fra:frå noe:noko mye:mykje bare:berre"
    " være:vere gjør:gjer gikk:gjekk fikk:fekk vanskelig:vanskeleg sammen:saman selv:sjølv flere:fleire"
    " mer:meir allerede:allereie deres:deira"
)
# One way only: «kvar» and «seier» have a second meaning, and radical Bokmål has «ho».
OTHER_STANDARD = {
    "nb": {**_BOTH_WAYS, **_forms("ble:vart hver:kvar sier:seier")},
    "nn": {**{nynorsk: other for other, nynorsk in _BOTH_WAYS.items()}, **_forms("vart:ble ho:hun dei:de")},
}

# Adverbials at the beginning of a sentence, after which the verb comes; and finite verbs that often follow them.
ADVERBIALS = {
    "nb": (
        "I dag|I går|I morgen|I fjor|I år|I kveld|I tillegg|I stedet|Nå|Da|Derfor|Dermed|Deretter|Etterpå|Likevel"
        "|Dessuten|Samtidig|Der|Her|Slik|Senere|Tidligere|Vanligvis|Heldigvis|Dessverre|Ofte|Noen ganger|Til slutt"
        "|Først|Imidlertid"
    ),
    "nn": (
        "I dag|I går|I morgon|I fjor|I år|I kveld|I tillegg|I staden|No|Då|Difor|Derfor|Dermed|Deretter|Etterpå"
        "|Likevel|Dessutan|Samstundes|Samtidig|Der|Her|Slik|Seinare|Tidlegare|Vanlegvis|Heldigvis|Dessverre|Ofte"
        "|Nokre gonger|Til slutt|Først|Imidlertid"
    ),
}
VERBS = {
    "nb": (
        "er|var|har|hadde|blir|ble|blei|vil|ville|kan|kunne|skal|skulle|må|måtte|bør|burde|får|fikk|går|gikk|kommer|kom"
        "|gjør|gjorde|tar|tok|ser|så|sier|sa|vet|visste|tror|trodde|mener|mente|ønsker|ønsket|håper|håpet|trenger"
        "|trengte|finner|fant|begynner|begynte|står|sto|sitter|satt|ligger|lå|bor|bodde|gir|ga|lager|laget|jobber"
        "|jobbet|bruker|brukte|spiser|spiste|kjører|kjørte|møter|møtte|spør|spurte|sender|sendte|vant|tapte|bytter"
    ),
    "nn": (
        "er|var|har|hadde|blir|blei|vart|vil|ville|kan|kunne|skal|skulle|må|måtte|bør|burde|får|fekk|går|gjekk|kjem|kom"
        "|gjer|gjorde|tek|tok|ser|såg|seier|sa|veit|visste|trur|trudde|meiner|meinte|ønskjer|ønskte|håpar|håpa|treng"
        "|trengde|finn|fann|byrjar|byrja|står|stod|sit|sat|ligg|låg|bur|budde|gir|gav|lagar|laga|jobbar|jobba"
        "|brukar|brukte|et|åt|køyrer|køyrde|møter|møtte|spør|spurde|sender|sende|vann|tapte|byter"
    ),
}
NO_VERB = r"(?:etter|under|over|eller|der|her|mer|for|denne|dette|disse|desse|de|andre|siden)\b"
SUBJECTS = {"nb": "jeg|du|han|hun|vi|dere|man", "nn": "eg|du|han|ho|vi|me"}
# These may also begin a longer noun phrase; they are surely the subject only before a word of AFTER_SUBJECT.
OPEN_SUBJECTS = {"nb": "det|de|den", "nn": "det|dei|den"}
AFTER_SUBJECT = {
    "nb": "ikke|også|en|et|at|å|mange|flere|noe|noen|bare|alltid|aldri|både|i|på|til|for|av|om|mer",
    "nn": "ikkje|også|òg|ein|ei|eit|at|å|mange|fleire|noko|nokon|berre|alltid|aldri|både|i|på|til|for|av|om|meir",
}
CONJUNCTIONS = {"nb": "Hvis|Dersom|Når|Ettersom|Fordi|Selv om", "nn": "Viss|Dersom|Når|Ettersom|Fordi|Sjølv om"}

# After the first words «å» is the infinitive's marker; before the second ones «og» is the conjunction.
BEFORE_INFINITIVE = (
    "for|til|ved|med|uten|utan|om|av|etter|mot|fra|frå|lov|mulig|mogleg|viktig|vanskelig|vanskeleg|nødvendig"
    "|grunn|ønsker|ønskjer|forsøker|prøver|klarer|klarte|begynner|begynte|byrjar|byrja|valgte|valde|lett|rett|enkelt"
)
NO_INFINITIVE = (
    "det|den|de|dei|en|et|ein|ei|eit|han|hun|ho|jeg|eg|vi|at|som|har|er|var|skal|vil|kan|må|ikke|ikkje|i|på|til|for|med"
    "|av|denne|dette|disse|desse|dermed|derfor|difor|mange|flere|fleire|noen|nokre|alle|andre"
)

# Words that may stand before a noun without being part of a compound: «felles ferie» is right.
NO_LEFT_HALF = _words(
    "felles ekstra over under etter mellom foran bak innen utan uten inne selv sjølv samme same hver kvar noen nokon"
    " ingen alle denne dette disse desse hele heile mest mer meir flere fleire andre første siste neste store stor"
    " gammel ny lille små full halv gratis offentlig offentleg privat ikke ikkje også eller både hvor kor med mot"
    " frem fram"
    " tilbake hjem heim sammen saman videre vidare lang langt høyt godt der her hvis viss inntil gjennom opp ned inn"
    " ut fort dersom ettersom likevel iblant blant rundt når dess like likt alt annen anna"
)
NO_RIGHT_HALF = _words("ende heit heita heiter heter heten else satt sett dom lege")  # endings, mostly
HALVES = _words(
    "arbeid plass barn hage bok handel buss fisk fjell fotball jobb hytte kaffe kopp kommune styre møte rom natt skole"
    " skule bygg sommer sommar ferie tur lag leder leiar turist sport utvalg utval valg kamp helse miljø vern bil vei"
    " veg politi stasjon vinter klær klede kunde service dag tog tid mat butikk pris skatt bolig bustad marked marknad"
    " bånd time varsel vann vatn sjø hav strøm straum forbruk tall tal grense land regel verk"
)
LISTED = frozenset(
    word for genders in NOUNS.values() for _, nouns in genders.values() for pair in nouns.items() for word in pair
)
# A misspelling must not be a word. These are words, besides those of the campaign's texts.
REAL_WORDS = _words(
    "jul jord jette jenter jell jem ver vis vert vil sjel talene taket bane viser sete flyter floken skjeler"
)

# Complements of «i» and of «på» with which the other preposition is wrong. «Jobb» and «stand» are not here, because
# they take both: «i jobb» (employed), «på jobb» (at work); «i stand» (able), «på stand» (at a fair).
IN = (
    "Norge|Noreg|Sverige|Danmark|Tyskland|Frankrike|Russland|USA|Europa|Oslo|Bergen|Trondheim|Stavanger|verden|verda|tillegg"
    "|løpet|forhold|januar|februar|mars|april|mai|juni|juli|august|september|oktober|november|desember|forbindelse"
    "|framtiden|framtida|fremtiden|regjeringen|regjeringa"
)
ON = "grunn|mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag|måndag|tysdag|laurdag|sundag|internett|nettet|flyplassen"

# Kind -> issue of the guidelines, and the explanation in each language, quoting the text before and after.
REASONS: dict[str, tuple[str, dict[str, str]]] = {
    "double": (
        "spelling",
        {
            "en": "“{after}” is misspelt: it is “{before}”, with a double consonant.",
            "nb": "«{after}» er skrevet feil: Det skal være «{before}», med dobbel konsonant.",
            "nn": "«{after}» er skrive feil: Det skal vere «{before}», med dobbel konsonant.",
        },
    ),
    "silent": (
        "spelling",
        {
            "en": "“{after}” is misspelt: it is “{before}”.",
            "nb": "«{after}» er skrevet feil: Det skal være «{before}».",
            "nn": "«{after}» er skrive feil: Det skal vere «{before}».",
        },
    ),
    "infinitive": (
        "spelling",
        {
            "en": "The infinitive takes “å”, not “og”: “{before}”, not “{after}”.",
            "nb": "Foran infinitiv skal det være «å», ikke «og»: «{before}», ikke «{after}».",
            "nn": "Framfor infinitiv skal det vere «å», ikkje «og»: «{before}», ikkje «{after}».",
        },
    ),
    "conjunction": (
        "spelling",
        {
            "en": "The conjunction is “og”; “å” is for infinitives: “{before}”, not “{after}”.",
            "nb": "Bindeordet heter «og», og «å» hører til infinitiv: «{before}», ikke «{after}».",
            "nn": "Bindeordet heiter «og», og «å» høyrer til infinitiv: «{before}», ikkje «{after}».",
        },
    ),
    "compound": (
        "word_choice",
        {
            "en": "Compounds are written as one word: “{before}”, not “{after}”.",
            "nb": "Sammensatte ord skrives i ett: «{before}», ikke «{after}».",
            "nn": "Samansette ord skal skrivast i eitt: «{before}», ikkje «{after}».",
        },
    ),
    "gender": (
        "grammar",
        {
            "en": "The article agrees with the noun's gender: “{before}”, not “{after}”.",
            "nb": "Artikkelen skal samsvare med substantivet i kjønn: «{before}», ikke «{after}».",
            "nn": "Artikkelen skal samsvare med substantivet i kjønn: «{before}», ikkje «{after}».",
        },
    ),
    "number": (
        "grammar",
        {
            "en": "The adjective agrees with the noun's number: “{before}”, not “{after}”.",
            "nb": "Adjektivet skal stå i flertall, som substantivet: «{before}», ikke «{after}».",
            "nn": "Adjektivet skal stå i fleirtal, som substantivet: «{before}», ikkje «{after}».",
        },
    ),
    "word_order": (
        "grammar",
        {
            "en": "The verb comes second in a main clause: “{before}”, not “{after}”.",
            "nb": "Verbet skal stå på andreplass i helsetninger: «{before}», ikke «{after}».",
            "nn": "Verbet skal stå på andreplass i heilsetningar: «{before}», ikkje «{after}».",
        },
    ),
    "standard": (
        "other_language",
        {
            "en": "“{after}” belongs to the other written standard; here it is “{before}”.",
            "nb": "«{after}» hører til den andre målformen: Her skal det være «{before}».",
            "nn": "«{after}» høyrer til den andre målforma: Her skal det vere «{before}».",
        },
    ),
    "definiteness": (
        "grammar",
        {
            "en": "After “den” or “det” and an adjective the noun is definite: “{before}”, not “{after}”.",
            "nb": "Etter «den» eller «det» med adjektiv må substantivet ha bestemt form: «{before}», ikke «{after}».",
            "nn": "Etter «den» eller «det» med adjektiv må substantivet ha bunden form: «{before}», ikkje «{after}».",
        },
    ),
    "comma_but": (
        "punctuation",
        {
            "en": "“Men” takes a comma before it: “{before}”, not “{after}”.",
            "nb": "Det skal være komma foran «men»: «{before}», ikke «{after}».",
            "nn": "Det skal vere komma framfor «men»: «{before}», ikkje «{after}».",
        },
    ),
    "comma_clause": (
        "punctuation",
        {
            "en": "A subordinate clause that stands first ends with a comma: “{before}”, not “{after}”.",
            "nb": "Det skal være komma etter en leddsetning som står først: «{before}», ikke «{after}».",
            "nn": "Det skal vere komma etter ei leddsetning som står først: «{before}», ikkje «{after}».",
        },
    ),
    "full_stop": (
        "punctuation",
        {
            "en": "A full stop is missing between two sentences: “{before}”, not “{after}”.",
            "nb": "Det mangler punktum mellom to setninger: «{before}», ikke «{after}».",
            "nn": "Det manglar punktum mellom to setningar: «{before}», ikkje «{after}».",
        },
    ),
    "preposition": (
        "word_choice",
        {
            "en": "The preposition is wrong: “{before}”, not “{after}”.",
            "nb": "Preposisjonen er feil: Det heter «{before}», ikke «{after}».",
            "nn": "Preposisjonen er feil: Det heiter «{before}», ikkje «{after}».",
        },
    ),
}
