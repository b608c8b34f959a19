"""Words: folding keeps the length, forms of one word meet, participles that are nouns stay apart from their verbs."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawsearch.language import (
    LANGUAGES,
    Language,
    dictionary,
    fold,
    get_language,
    is_cyrillic,
    is_detail,
    language_of,
    normal_forms,
    ru,
)
from lawsearch.language.ru import NOUN_PARTICIPLES
from lawsearch.language.text import tokenize, word_form
from tests.conftest import ROOT


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_offers_what_the_protocol_names(code: str) -> None:
    offered = {name for name in vars(get_language(code)) if name.isupper() and not name.startswith("_")}
    assert offered - {"NOUN_PARTICIPLES", "TYPE_CHECKING"} == set(Language.__annotations__)


@given(st.text())
def test_folding_keeps_the_length(text: str) -> None:
    assert len(fold(text)) == len(text)


@given(st.text())
def test_tokens_lie_in_the_text_in_order(text: str) -> None:
    stop = 0
    for token in tokenize(text):
        assert stop <= token.start < token.stop <= len(text)
        assert token.form
        stop = token.stop


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("штрафной", "штрафная"), ("картой", "карта"), ("взяток", "взятка"), ("партнёру", "партнер"),
        ("пики", "пика"), ("пик", "пика"), ("черва", "червы"), ("червей", "черва"), ("червь", "черва"),
        ("трефы", "треф"), ("трефа", "треф"), ("бубны", "бубна"), ("бубён", "бубна"), ("бубен", "бубны"),
        ("контры", "контра"), ("реконтру", "реконтра"), ("лида", "лид"), ("алерта", "алерт"), ("клеймом", "клейм"),
        ("фальшренонсом", "фальшренонс"), ("разыгрывающему", "разыгрывающий"), ("вистующих", "вистующий"),
        ("ненарушившей", "ненарушивший"), ("сдающего", "сдающий"), ("болвана", "болван"), ("десяток", "десятка"),
        ("revoked", "revoke"), ("revoking", "revokes"), ("led", "lead"), ("withdrawn", "withdraws"),
        ("dummies", "dummy"), ("partner's", "partner"), ("honours", "honor"), ("penalised", "penalize"),
        ("bidding", "bid"), ("cancelled", "cancel"), ("dummy's", "dummy"), ("players'", "player"),
        ("organisations", "organization"), ("unauthorised", "unauthorized"), ("behaviour", "behavior"),
        ("judgements", "judgment"), ("colours", "color"), ("thrown", "throw"), ("misunderstood", "misunderstand"),
        ("3nt", "3бк"), ("3бк", "nt"), ("паре", "пара"), ("дам", "дама"), ("обмане", "обман"),
    ],
)  # fmt: skip
def test_forms_of_one_word_meet(one: str, other: str) -> None:
    assert set(normal_forms(fold(one))) & set(normal_forms(fold(other)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("разыгрывающий", "разыгрывать"), ("вистующий", "вистовать"), ("сдающий", "сдавать"), ("нарушивший", "нарушить"),
        ("играющий", "играть"), ("bid", "bit"), ("не", "ни"), ("call", "claim"), ("bid", "call"), ("exercise", "exercize"), ("дам", "дать"), ("hour", "hor"),
    ],
)  # fmt: skip
def test_different_words_stay_apart(one: str, other: str) -> None:
    assert not set(normal_forms(one)) & set(normal_forms(other))


@pytest.mark.parametrize("participle", sorted(NOUN_PARTICIPLES))
def test_each_noun_of_the_lexicon_is_reachable(participle: str) -> None:
    assert normal_forms(participle) == (participle,)


def test_lexemes_hold_every_form_of_a_word() -> None:
    russian = get_language("ru")
    forms = russian.lexemes("картой")["карта"]
    assert {"карта", "карты", "карте", "карту", "картой", "картою", "карт", "картам", "картами", "картах"} <= forms
    assert "разыгрывающему" not in russian.lexemes("разыгрывать")["разыгрывать"]
    assert "разыгрывающему" in russian.lexemes("разыгрывающий")["разыгрывающий"]


@pytest.mark.parametrize("readable", [True, False])
def test_the_dictionary_tells_a_word_from_a_slip(*, readable: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked in its file, and through a whole analyzer where the file is not what we know."""
    if not readable:
        monkeypatch.setattr(dictionary, "open_words", lambda _path: None)
    ru._dictionary.cache_clear()
    ru.is_word.cache_clear()
    words = [form for form in ("карта", "елка", "черед", "вистующего", "ренонсам", "клейм") if not ru.is_word(form)]
    slips = [form for form in ("кртаа", "фальшрененс", "елкаа", "карт\x01", "картоф", "", "card") if ru.is_word(form)]
    ru._dictionary.cache_clear()
    ru.is_word.cache_clear()
    assert (words, slips) == ([], [])


def test_the_file_of_words_says_what_the_analyzer_says() -> None:
    text = (ROOT / "tests" / "cases" / "questions.tsv").read_text(encoding="utf-8")
    words = {token.form for token in tokenize(text) if is_cyrillic(token.form)}
    forms = {
        form for word in words for form in (word, word[1:], word[:-1], word[:2] + word[3:], word + "е", "е" + word)
    }
    assert len(forms) > 4_000
    asked, analyzer = ru._dictionary(), ru._analyzer()
    assert [form for form in forms if asked(form) != analyzer.word_is_known(form)] == []


@pytest.mark.parametrize("content", [b"", b"\x00", b"\x10\x00\x00\x00" + bytes(64), b"\x00\x10\x00\x00" + bytes(64)])
def test_no_file_of_words(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "words.dawg").write_bytes(content)
    assert dictionary.open_words(str(tmp_path / "words.dawg")) is None


def test_words_that_decide_in_laws_are_words() -> None:
    for word in ("не", "ни", "без", "только", "может", "нельзя", "not", "may", "must", "if", "or"):
        assert [token.form for token in tokenize(word)] == [word]
        assert normal_forms(word)


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("п.11.5, 27B1(a) и 61А", ["п", "11.5", "27b1(a)", "и", "61a"]),
        ("Т К Д В ♠ 10", ["A", "K", "Q", "J", "♠", "10"]),
        ("взял ♠К, потом ♥Т", ["взял", "♠", "K", "потом", "♥", "A"]),
        ("К", ["K"]),
        ("к", ["к"]),
        ("К столу", ["к", "столу"]),
        ("В 10 часов", ["в", "10", "часов"]),
        ("the ♡Q and a heart", ["the", "♥", "Q", "and", "a", "heart"]),
        ("A K Q", ["A", "K", "Q"]),
        ("A player", ["a", "player"]),
        ("Правило 10 В", ["правило", "10", "в"]),
        ("3NT 3БК", ["3nt", "3бк"]),
        ("партнёр", ["партнер"]),
        ("и\u0306од", ["йод"]),
        ("взя\u0301тка", ["взятка"]),
        ("какой-нибудь", ["какой", "нибудь"]),
    ],
)
def test_tokens(text: str, forms: list[str]) -> None:
    assert [token.form for token in tokenize(text)] == forms


def test_language_of_a_text() -> None:
    assert language_of("Штрафная карта (penalty card)") == "ru"
    assert language_of("A penalty card «карта»") == "en"
    assert language_of("") == "en"
    assert is_cyrillic("карта")
    assert word_form("ПАРТНЁР") == "партнер"


def test_each_exception_of_english_is_needed() -> None:
    from lawsearch.language import en

    stem = en._stemmer().stemWord
    assert len(en._IRREGULAR) > 60
    for form, lemma in en._IRREGULAR.items():
        assert stem(en.american(form)) != stem(lemma), form


@pytest.mark.parametrize(
    "word", ["otherwise", "advised", "promises", "surprise", "raised", "precise", "exercise", "four", "your"]
)
def test_words_that_are_spelled_so_everywhere_keep_their_spelling(word: str) -> None:
    from lawsearch.language.en import american

    assert american(word) == word


def test_details_of_a_story() -> None:
    """Cards, suits, seats and bids are details; what the Laws speak of is none."""
    details = ["ace", "spade", "west", "туз", "пика", "запад", "2d", "3nt", "1п", "2бк", "♠"]
    assert [form for form in details if not is_detail(form)] == []
    assert [
        form for form in ("trump", "dummy", "козырь", "болван", "27b1", "8c", "12", "1", "nt") if is_detail(form)
    ] == []
    for code in LANGUAGES:
        forms = get_language(code).DETAILS
        assert [form for form in forms if form not in normal_forms(form)] == []


@pytest.mark.parametrize("code", ["ru", "en"])
def test_weak_words_decide_nothing(code: str) -> None:
    """Words that decide in laws are never weak."""
    weak = get_language(code).WEAK
    assert len(weak) > 50
    assert not weak & {
        "не",
        "ни",
        "без",
        "только",
        "может",
        "нельзя",
        "вправе",
        "обязан",
        "если",
        "или",
        "if",
        "not",
        "no",
        "may",
        "must",
        "or",
        "only",
        "shall",
    }
