"""Russian: normal forms by pymorphy3, and the words that name and cite clauses.

Policy of normal forms (measured on bridge words): all normal forms of a word, not the likeliest one alone,
which finds every pair of forms of one word; for words that the dictionary does not know their Snowball stem
besides. A participle that the Laws use as a noun keeps its own normal form, so that a search for the declarer
(разыгрывающий) does not bring every clause about playing.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from lawsearch.language.folding import fold

if TYPE_CHECKING:
    from collections.abc import Callable

    from pymorphy3 import MorphAnalyzer

ALPHABET = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"
# The letters of cards in a hand; a row of them is no title whose letters are set apart.
CARDS = "ТКДВХтх"

LAW_HEADING = r"(?:правило|закон)"
CHAPTER_HEADING = r"глава"
PART_HEADING = r"часть"
DIVISION_HEADING = r"раздел"
# How headings count in words.
_ORDINALS = ("перв", "втор", "трет", "четверт", "пят", "шест", "седьм", "восьм", "девят", "десят")
NUMBER_WORDS = {
    stem + ending: number
    for number, stem in enumerate(_ORDINALS, 1)
    for ending in (("ий", "ья", "ье") if stem == "трет" else ("ый", "ой", "ая", "ое"))
}
# How numbers are said: one to nineteen and the tens in the nominative, the ordinals of both in every form.
_TEENS = ("один", "две", "три", "четыр", "пят", "шест", "сем", "восем", "девят")
ONES = {
    **{
        word: number
        for number, word in enumerate(
            ["один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять", "десять"], 1
        )
    },
    **{f"{stem}надцать": number for number, stem in enumerate(_TEENS, 11)},
}
TENS = {
    word: number * 10
    for number, word in enumerate(
        ["двадцать", "тридцать", "сорок", "пятьдесят", "шестьдесят", "семьдесят", "восемьдесят", "девяносто"], 2
    )
}
_STEMS = {
    **{stem: number for number, stem in enumerate(_ORDINALS, 1)},
    **{f"{stem}надцат": number for number, stem in enumerate(_TEENS, 11)},
    **dict(
        zip(
            ["двадцат", "тридцат", "сороков", "пятидесят", "шестидесят", "семидесят", "восьмидесят", "девяност"],
            range(20, 100, 10),
            strict=True,
        )
    ),
}
ORDINALS = {
    stem + ending: number
    for stem, number in _STEMS.items()
    for ending in (
        ["ий", "ья", "ье", "ьего", "ьему", "ьим", "ьем", "ьей", "ью"]
        if number == 3
        else ["ый", "ой", "ая", "ое", "ого", "ому", "ым", "ом", "ую", "ою"]
    )
}
DEFINITIONS_HEADING = r"определения"
INTRODUCTION_HEADING = r"(?:введение|предисловие)"
CONTENTS_HEADING = r"(?:оглавление|содержание)"
PAGE_WORD = r"(?:стр(?:аница|\.)?|с\.)"
PAGES_OF = r"из"
NOTES_HEADING = r"(?:примечания|сноски|комментарии переводчика|примечания переводчика)"
CONTINUED = r"(?:продолжение|окончание|прод\.)"
INDEX_HEADING = r"(?:(?:алфавитный|предметный|алфавитно-предметный) )?указатель"

COMMENTARY_TITLE = r"(?:комментари(?:й|и)|обзор изменений|памятк[аи]|разъяснени[яе]|пособи[ея]|заметк[аи])"
# Words that have a capital inside a sentence too.
PROPER_WORDS = r"(?:правил\w*|закон\w*|север\w*|юг\w*|восток\w*|запад\w*)"
# Words that no heading ends in: the line goes on.
NEVER_LAST = (
    r"(?:а|без|в|во|для|до|же|за|и|из|или|к|как|ко|ли|на|не|ни|но|о|об|от|по|под|при|про|с|со|то|у|что|чтобы|если|когда"
    r"|его|ее|их|этот|эта|это|который|которая|которое|которые|которого|которой|которых)"
)
SMALL_WORDS = r"(?!)"
# Words that begin a sentence behind a heading on the same line; Russian headings are not in capitals.
SENTENCE_STARTERS = r"(?!)"
# What names the work in the line of its title.
WORK_WORD = r"(?:правил|кодекс|закон|комментари|издани|редакци)"
LAW_WORD = r"(?:правил(?:о|а|у|ом|е|ам|ами|ах)?|закон(?:а|у|ом|е|ы|ов|ам|ами|ах)?)"
LAW_WORD_PLURAL = r"(?:правил(?:а|ам|ами|ах)?|закон(?:ы|ов|ам|ами|ах))"
# «и т. п.» is no clause
CLAUSE_WORD = r"(?:п\s?\.\s?п\s?\.|пп\s?\.?|(?<!\bт\.)(?<!\bт\.\s)п\s?\.|пункт(?:а|у|ом|е|ы|ов|ам|ами|ах)?|п(?=\d))"
CLAUSE_WORD_PLURAL = r"(?:п\s?\.\s?п\s?\.|пп\s?\.?|пункт(?:ы|ов|ам|ами|ах))"
SECTION_WORD = r"раздел(?:а|у|ом|е|ы|ов|ам|ами|ах)?"
ITEM_WORD = r"(?:под)?пункт(?:а|у|ом|е|ы|ов|ам|ами|ах)?"
CHAPTER_WORD = r"глав(?:а|ы|е|у|ой|ою|ам|ами|ах)?"
FOOTNOTE_WORD = r"снос(?:ка|ки|ке|ку|кой|кам|ок|ках|ками)"
FOOTNOTE_TO = r"к"
EXAMPLE_WORD = r"пример(?:а|у|ом|е|ы|ов|ам|ами|ах)?"
# the pronoun agrees with the noun: «это правила» is no citation
THIS_LAW = (
    r"(?:(?:это|данное|настоящее) правило|(?:этого|данного|настоящего) (?:правила|закона)"
    r"|(?:этому|данному|настоящему) (?:правилу|закону)|(?:этим|данным|настоящим) (?:правилом|законом)"
    r"|(?:этом|данном|настоящем) (?:правиле|законе)|(?:этот|данный|настоящий) закон)"
)
THIS_COMMENTARY = r"(?:(?:данного |настоящего |этого )?комментария|(?:данных|настоящих|этих) (?:заметок|комментариев))"
PREVIOUS_ITEM = r"предыдущ(?:ий|его|ему|им|ем|ие|их|ими) (?:под)?пункт(?:а|у|ом|е|ы|ов|ам|ами|ах)?"
SEE = r"(?:см(?:\.|отри)|ср\.)(?: также)?"
AND = r"(?:и|или|либо|а также)"
FROM = r"(?:с|от)"
TO = r"(?:по|до)"
HERE = r"(?:выше|ниже|далее)"
BEFORE_ITEM = (
    r"(?:случа(?:й|я|ю|ем|е|и|ев|ям|ями|ях)(?: же)?|возможност(?:ь|и|ью|ей|ям|ями|ях)|вариант(?:а|у|ом|е|ы|ов|ам|ами|ах)?"
    r"|услови(?:е|я|ю|ем|и|й|ям|ями|ях)|согласно|соответствии с|кроме|в|из|по|к)"
)
# Words that are counted: «Правило 50 или 2 взятки» names one law. Units of time, money, scores and size are so even
# right behind the word: «правило 20 очков». The others stand in the case that their number asks for, behind 1, behind
# 2 to 4, behind more: «Правила 16 и 73 игрок нарушил» names two laws.
UNIT = (
    r"(?:минут[ыу]?|секунд[ыу]?|час(?:а|ов)|сут(?:ок|ки)|дн(?:я|ей)|недел[ьи]|месяц(?:а|ев)|год(?:а|ов)|лет|раза?(?! (?:уж|и))"
    r"|очк(?:а|ов)|имп(?:а|ов)?|imps?|vp|mp|вп|мп|балл(?:а|ов)|процент(?:а|ов|ный|ная|ное)|рубл(?:я|ей)|тысячи?|евро"
    r"|доллар(?:а|ов)|копе(?:ек|йки)|страницы?|столети[яй]|(?:мин|сек|руб|стр|тыс|гг|г|ч)\.)(?![^\W\d_])"
)
_MASCULINE_COUNTED = (
    r"(?:тур|стол|ход|участник|игрок|свидетел|зрител|матч|клуб|капитан|директор|арбитр|вопрос|вариант|случа|контракт|онер|туз"
    r"|корол|валет|козыр|турнир|пункт|раздел|судь|человек)"
)
_FEMININE_COUNTED = r"(?:взятк|карт|пик|черв|треф|бубн|пар|сдач|заявк|рук|команд|федераци|ошибк|опечатк|строк|строчк|апелляци|дам|маст|сесси)"
_MANY_COUNTED = (
    r"(?:взяток|карт|пик|треф|бубен|пар|сдач|заявок|рук|команд|ошибок|опечаток|строк|строчек|дам|судей|человек)"
)
_OBLIQUE = r"(?:ам|ями|ами|ям|ах|ях)"
_DATED = r"(?:января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря)"
COUNTED_ONE = rf"(?:очко|{_FEMININE_COUNTED}[ая]|{_MASCULINE_COUNTED}[ьй]?|{_DATED})(?![^\W\d_])"
COUNTED_MANY = (
    rf"(?:{_MANY_COUNTED}|{_FEMININE_COUNTED}(?:ей|й)|{_MASCULINE_COUNTED}(?:ов|ев|ей)"
    rf"|(?:{_FEMININE_COUNTED}|{_MASCULINE_COUNTED}){_OBLIQUE}|{_DATED})(?![^\W\d_])"
)
# besides those behind more: «пример 2 пар»
COUNTED_FEW = rf"(?:{_FEMININE_COUNTED}[ыи]|(?!судья){_MASCULINE_COUNTED}[аяи])(?![^\W\d_])"
# What a noun looks like behind a small number: behind 2 to 4, and behind 5 and more; and words that only look so.
NOUN_FEW = r"(?!\w+(?:ны|ли|ла|ся)\b)(?:[^\W\d_]{3,}(?:а|я|ы|и))(?![^\W\d_])"
NOUN_MANY = r"(?:[^\W\d_]{2,}(?:ов|ев|ей|ий|ок|ек))(?![^\W\d_])"
NO_NOUN = (
    r"(?:всегда|иногда|никогда|тогда|когда|сегодня|хотя|если|после|перед|между|причем|почти|или|либо|также|сюда|впереди"
    r"|сразу|зря|наши|ваши|здесь|дважды|трижды|едва|слева|справа|снова|сперва"
    # who or what does something, in the nominative: «Правила 64А1 и 2 пара нарушила»
    r"|судья|пара|сторона|защита|команда|комиссия|коллегия|федерация|торговля|заявка|карта|взятка|игра|сдача|рука|контра"
    r"|реконтра|претензия|апелляция|ошибка|подсказка|пауза)(?![^\W\d_])"
)
# What a number may end in as an ordinal: with the word of a law («Правилу 16-му»), and with other nouns («5-я сдача»).
ORDINAL_OF_LAW = r"-?(?:е|го|му|м)(?![^\W_])"
ORDINAL = r"-?(?:й|я|ю|ой|ая|ую|х|ти|ми|ый|ое|ого|ому|ым|е|го|му|м)(?![^\W_])"
# The capital letters of denominations behind the number of a bid that no label has.
BID = r"(?:бк|п|ч|т|к)(?![^\W\d_])"
# «в зале 21.5 выше нормы» compares; nothing stands above.
COMPARED = r"(?:выше|ниже) (?:норм|средн|прежн|прошл|план|ожида|обычн|нул|всех|остальн|[^\W\d_]{3,}(?:ей|ой|его|ого)(?![^\W\d_]))"
# A capital letter and a name: «Правила 57А и В. Петров».
SURNAME = r"[\u0410-\u042f][^\W\d_]*(?:ов|ев|ёв|ин|ын|ский|цкий|ая|ова|ева|ина|ко|ук|юк|ич|ян|швили|дзе)(?![^\W\d_])"
# What makes «В» and «С» behind a letter a preposition: «Правила 57А и В протоколе отмечено», «и С этим согласны».
PREPOSITION_OBJECT = r"(?!вместе|также|обычно|здесь)[^\W\d_]{2,}(?:ом|ем|ах|ях|ой|ым|им|ими|[^\W\d_]{4}е)(?![^\W\d_])"
# Laws of a state, not of bridge; what such a law is about, or dated by.
FOREIGN_LAW = r"(?:федеральн|конституционн|уголовн|трудов|налогов|областн|городск|региональн|местн|модельн)[^\W\d_]+"
FOREIGN_TAIL = r"(?:об?|от) (?:\d{1,2}[. ]|[^\W\d_]{4,}(?:ах|ях|ии|ом|ем|ой|е)(?![^\W\d_]))"
# Whose a law is, behind it, in the genitive: laws of other games, of nature, states and clubs: «правило 11 футбола»,
# «закон III Кеплера», «правило 5 Устава клуба»; «Правило 16 клуба не касается» says nothing of whose it is.
_ADJECTIVES = r"(?:[^\W\d_]{2,24}(?:ого|его|ой|ей|их|ых) ){0,2}"
_GAMES = (
    r"(?:(?:мини-)?футбола|хоккея|крикета|регби|шахмат|шашек|футзала|бейсбола|керлинга|бильярда|городков|нард|гольфа|тенниса|волейбола|баскетбола|покера|бокса|преферанса"
    r"|игры в (?!(?:[^\W\d_]+ )?бридж)[^\W\d_]+)"
)
_FOREIGN_CODE = (
    r"(?:(?:уголовн|гражданск|налогов|трудов|семейн|жилищн|земельн|таможенн|шахматн|этическ|торгов|водн|лесн|бюджетн|дисциплинарн)ого кодекса"
    r"|кодекса (?:этики|поведения|чести|профессиональн[^\W\d_]+|административн[^\W\d_]+|рф))"
)
OTHER_LAWS = (
    rf"(?: {_ADJECTIVES}(?:(?:положени[яй]|договора|контракта|клуба|лиги|школы|гимназии|лицея|университета|института|академии|общежития|гостиницы|библиотеки|музея|бассейна|парковки|завода|города|области|края|республики|королевства|штата|округа|района"
    r"|страны|государства|движения|указа|приказа|природы|механики|логики|успеха|жизни)(?! (?:не|ни)(?![^\W\d_]))"
    r"|устава|регламента|распорядка|техники безопасности|(?:шахматн|футбольн|хоккейн|теннисн|баскетбольн|волейбольн)ой федерации|хартии|конституции|конвенции|этикета|инструкции|постановления|библии|корана|термодинамики|джунглей|робототехники"
    rf"|физики|диалектики|подлости|мафии|дорожного движения|{_GAMES}|{_FOREIGN_CODE}|правил (?:дорожного|этикета|{_GAMES}))"
    r"| (?:ньютона|кеплера|мерфи|паркинсона|ома|архимеда|менделя|кирхгофа|бойля|мура|годвина|азимова|россии|беларуси|украины|казахстана|польши|германии|франции|италии|испании|израиля|англии|великобритании|латвии"
    r"|литвы|эстонии|армении|грузии|турции|китая|японии|швеции|норвегии|дании|голландии|нидерландов|москвы|петербурга|санкт-петербурга)"
    r"| (?:российской федерации|пдд|фифа|уефа|ифаб|фиба|фиа|фиде|мок|рф|ссср|рсфср|гк|ук|нк|коап|оон|сша|мппсс|пуэ)"
    rf"| от \d{{1,2}}(?:\.\d{{1,2}}\.\d{{2,4}}| {_DATED}))(?![^\W_])"
)
OTHER_OWNER = (
    r" (?:(?:наш|ваш|мо|тво)его (?!(?:[^\W\d_]+ )?(?:кодекса|издания|перевода|текста|сборника|комментария|свода|экземпляра|случая|дела|вопроса))"
    r"[^\W\d_]{2,24}[ая]|(?:наш|ваш|мо|тво)ей (?:команды|школы|пары|семьи|группы|компании|секции))(?! (?:не|ни)(?![^\W\d_]))(?![^\W\d_])"
)
OF_BRIDGE = r"(?!)"
OTHER_NAMED = r"(?!)"
# What the laws of a state are about, where the word is one for them: «закон 25 о рекламе», not «закон 64 о ренонсе».
STATUTE_WORD = r"закон(?:а|у|ом|е|ы|ов|ам|ами|ах)?"
OTHER_SUBJECT = (
    r" об? (?:[^\W\d_]{1,24} ){0,2}?(?:спорт[еа](?![^\W\d_])|физическ[^\W\d_]+ культур|культур|туризм|реклам|тишин|образовани|связи(?![^\W\d_])"
    r"|персональн|закуп|потребител|налог|лотере|азартн|игорн|касс(?:ах|ов)|полици|оружи|объединени|ассоциаци|собрани|митинг|банк|банкрот"
    r"|страховани|здоров|пожар|труд[еа](?![^\W\d_])|пенси|гражданств|выбор(?:ах|ов)|молодеж|животн|земл|курени|табак|алкогол|приватизаци"
    r"|бюджет|адвокат|нотари|прокуратур|воинск|военн|оборон|дорог|транспорт|перевоз|печати|авторск|патент|товарищес|кооперат|валют|таможн"
    r"|экологи|недр|благотвор|музе|библиотек|архив|мигра|опек|ветеран|инвалид|занятост|профсоюз|некоммерч)"
)
# How laws of other games are called: «правило 11 (офсайд)».
OTHER_TITLE = (
    r"\s*\(\s?[\"«„“]?(?:офсайд|(?:положение )?вне игры|штрафной|(?:11-метров[^\W\d_]+|пенальти|угловой|свободный) ?(?:удар)?|вбрасывание|аут(?![^\W\d_])"
    r"|фолы|рокировк|взятие на проходе|обгон|остановка и стоянка|скорость движения)"
)
# Chapters and examples of other books: «глава 4 его романа», «пример 5 из учебника».
OTHER_BOOK = (
    rf" (?:из |в )?(?:его |ее |их )?{_ADJECTIVES}(?:романа|повести|мемуаров|учебник[ае]|задачник[ае]|пособи[яи]|дневника|(?:авто)?биографии|диссертации|журнала|статьи"
    r"|библии|брошюры)(?![^\W\d_])"
)
# «Учебник бриджа, глава 6»
BOOK_BEFORE = r"(?:(?:учебник|задачник|роман|мемуар|справочник)[^\W\d_]{0,3}|пособи[^\W\d_]{1,2})(?: (?:бридж|судь)[^\W\d_]{1,3})?"
NOT_A_NAME = r"(?!)"
# «16-го правила», «по 16 правилу»: the ending of the ordinal and the word, for one law and for several.
ORDINAL_OF_ONE = (
    r"(?:-?(?:ого|ому|ое|ой|ом|ые|ых|ый|ым|го|му|е|й|м|х)(?![^\W\d_])"
    r"|(?= (?:правилу|правилом|правиле|закону|законом|законе)(?![^\W\d_])))"
)
ORDINAL_LAW = (
    r"(?:-?(?:(?:ое|е) правило|(?:ый|ой|й) закон|(?:ого|го) (?:правила|закона)|(?:ому|му) (?:правилу|закону)"
    r"|(?:ым|ом|м) (?:правилом|правиле|законом|законе))| (?:правилу|правилом|правиле|закону|законом|законе))"
)
# typed by itself it counts nothing
ORDINAL_TYPED = r" правило"
ORDINAL_LAWS = (
    r"(?:-?(?:(?:ое|е) правило|(?:ый|ой|й) закон|(?:ого|го) (?:правила|закона)|(?:ому|му) (?:правилу|закону)"
    r"|(?:ым|ом|м) (?:правилом|правиле|законом|законе)"
    r"|(?:ые|е) (?:правила|законы)|(?:ых|ого|го|х) (?:правил|законов|правилах|законах)|(?:ому|му|ым|м) (?:правилам|законам)"
    r"|(?:ыми|ым|ом|м) (?:правилами|законами|правилах|законах))| (?:правилу|правилом|правиле|закону|законом|законе))"
)
# What shows that the law counted so is none of bridge: whose or of what it is; and a date: «16-го правила обновили».
ORDINAL_FOREIGN = (
    r"(?: (?:(?:наш|ваш|сво|эт|их|его|дорожн|хорош|бойцовск)[^\W\d_]* )?(?:клуба|этикета|движения|устава|регламента|турнира|тона|термодинамики"
    r"|диалектики|логики|механики|робототехники|физики|природы|джунглей|подлости|успеха|жизни|мафии|футбола|хоккея|шахмат"
    r"|ньютона|кеплера|мерфи|паркинсона|ома|архимеда|менделя)(?![^\W\d_])"
    r"|(?<=го\sправила) (?!судь)[^\W\d_]{2,}(?:ли|лись|ют|ят|ут|ат|ются|ятся|утся|атся)(?![^\W\d_]))"
)
ORDINAL_FOREIGN_BEFORE = r"(?!)"
# What Roman numerals count too: «Правила XXI века», «правила II лиги», «законы XII таблиц».
ROMAN_COUNTED = (
    r"(?:век|столети|тысячелети|издани|тур|этап|чемпионат|съезд|конгресс|конференц|лиг|дивизион|категори|разряд|род|ступен"
    r"|класс|групп|уровн|порядк|таблиц|олимпиад|фестивал|сесси|степен|квартал|пленум|созыв|ранг|сери|поколени|кубк|турнир|интернационал"
    r"|семестр|курс|ньютон|кеплер)[^\W\d_]{0,3}(?![^\W\d_])"
)
SUBJECT_OF_LAW = r"(?:[Фф]едеральн|[Уу]головн|[Тт]рудов|[Нн]алогов|[Сс]емейн)[^\W\d_]+"
BEFORE_PRONOUN = r"(?!)"
# «§ 16 регламента», «учебник физики, § 16»: before the sign; the letter that stands for Law is none behind a place.
SIGN_FOREIGN_BEFORE = (
    r"(?:(?:гражданск|уголовн|трудов|семейн|налогов|жилищн)[^\W\d_]+ кодекс[^\W\d_]*|регламент[^\W\d_]*|устав[^\W\d_]*|договор[^\W\d_]*"
    r"|контракт[^\W\d_]*|хартия|хартии|приказ[^\W\d_]*(?: [^\W\d_]+)?|дорожного движения|пдд|положени[^\W\d_]+|учебник[^\W\d_]*(?: [^\W\d_]+)?|физик[^\W\d_]|алгебр[^\W\d_]|геометри[^\W\d_]|хими[^\W\d_]"
    r"|истори[^\W\d_]|биологи[^\W\d_]|гк(?: рф)?|ук(?: рф)?|тк(?: рф)?)[,:]?"
)
ROOM = (
    r"(?:аудитори|зал|комнат|кабинет|шкаф|мест|автобус|маршрут|рейс|лот|модел|размер|квартир|ряд|полк|корпус|подъезд|ячейк"
    r"|стол|парт|пар|команд|сдач|групп|класс|школ|дом|стр|номер|вагон|склад|бокс|позвон|ламп|трамва)[^\W\d_]{0,4}"
)
LETTER_SEEN = r"(?:по|согласно|решени[ея]:)"
# What is done with a law, and what a law does: «применив 16В», «73С требует».
LAW_USED = r"(?:по|согласно|примен[^\W\d_]+|наруш[^\W\d_]+|решени[ея]:)"
LAW_ACTS = (
    r"(?:(?:также|тоже|тут|здесь|прямо|не) )?(?:примен(?:яется|им[оа]?)|гласит|говорит|требует|запрещает|разрешает|предписывает|определяет"
    r"|устанавливает|предусматривает|описывает|допускает|действует|позволяет|обязывает|дает|отсылает|регулирует)(?![^\W\d_])"
)
# What stands between the word and its number in a form: «Правило(а): 25», «Правило номер 16».
NUMBER_WORD = r"номер(?:а|у|ом|ов)?"
# How a thing is named that bears one: «сдача 23» asks for the номер сдачи.
NUMBER_NAME = "номер"
NUMBER_SHORT = frozenset({"ном", "н"})
WORD_TAIL = r"(?:\((?:а|о|у|ы|и|ов)\))"
CITED = r"(?:применено|применены|примененные|нарушено|нарушены|использовано|использованы|упомянуто|упомянуты)"
# «раздел Комментария, посвященный Правилу 80»
SECTION_ON = r"комментария,? посвящ[^\W\d_]+"
PREVIOUS = r"предыдущ(?:ий|его|ему|им|ем|ее|ие|их|ими)"
CONDITION = r"(?:если(?: верно| выбрано)?|ни)"
NOR = r"ни"
# «Правило 16В, а не 16С»: what is cited and said not to be meant.
CONTRAST = r"а не(?: по)?"
OF = r"(?:из)"
# The year of the edition that is cited: «Правило 26 Кодекса 1997 года».
EDITION_OF = r"(?:кодекса|комментария|правил|редакции|издания) {year}(?: г(?:ода?|\.)| |\b)"
CODE_BEFORE = r"(?:кодекс|редакци|издани|правил)[^\W\d_]{0,3} {year}(?: (?:года|г\.))?,?(?: (?:в|по|о))?"
DATE_BEFORE = r"(?:в|с|до|от|из|после|около|(?:январ|феврал|март|апрел|ма|июн|июл|август|сентябр|октябр|ноябр|декабр)[^\W\d_]{1,2})"
NUMBER_SIGN = r"№{1,2}"
# «пункт 3.2 регламента» is no clause of a commentary.
OTHER_TEXT = (
    r"(?:[^\W\d_]+ )?(?:регламент|уложени|договор(?!енност)|контракта|приложени|устав|положени|кодекс|инструкц|приказ|соглашени|методичк"
    r"|хартии|правил (?:парковк|дорожн|внутренн|пользовани|проживани|поведени|перевозк|техник|безопасност|клуба)|пдд(?![^\W\d_])|закон(?:а|ов) об? )"
)
# What follows or precedes a hyphen that belongs to the word itself: какой-нибудь, из-за, по-прежнему.
KEPT_HYPHEN_BEFORE = r"(?:кое|кой|по|из|во|в|вице|экс|не|\d+)"
KEPT_HYPHEN_AFTER = r"(?:нибудь|либо|то|таки|ка|за|под)"

# The ladder of duty (the introduction to the Laws of 2017), the bans first because they hold the words of the grades.
# What is written otherwise has no grade: a translator who writes «надлежит» has not said which one is meant.
DUTY_WORDS = (
    ("must not", r"запрещ(?:ается|аются|ено|ен|ена|ены|алось)"),
    ("may not", r"не вправе"),
    ("shall not", r"не долж(?:ен|на|но|ны)"),
    ("", r"не (?:обязан[аоы]?|может|могут|следует|имеет права|имеют права)|нельзя|недопустим[аоы]?"),
    ("must", r"обязан[аоы]?"),
    ("shall", r"долж(?:ен|на|но|ны)"),
    ("should", r"(?<!как )следует(?! (?:за|из)\b)(?!, что\b)"),
    ("may", r"может|могут"),
    ("", r"надлежит|необходимо|нужно|требуется|име(?:ет|ют) право|вправе|приходится"),
)

# What a stop follows without ending a sentence.
ABBREVIATIONS = r"(?:см|ср|п|пп|п\.\s?п|гл|разд|ст|стр|рис|прим|напр|т\.\s?е|т\.\s?к|и\s?т\.\s?п|др|г|гг|макс|мин)"

NAVIGATION = (
    r"(?:далее|дальше|вперед|назад|наверх|в начало|на главную|следующая(?: страница| глава)?"
    r"|предыдущая(?: страница| глава)?|прочитано ?: ?\d{1,3} ?%|(?:страница|стр\.) \d+ из \d+|версия для печати"
    r"|(?:добавить )?в (?:закладки|избранное)|поделиться|реклама|регистрация|войти|выйти|обратная связь|карта сайта"
    r"|гостевая(?: книга)?|к (?:содержанию|оглавлению)|цитировать|читайте также|похожие (?:статьи|материалы|записи))"
)
NAVIGATION_BESIDE = (
    r"(?:главная|содержание|оглавление|форум|поиск|новости|контакты|о (?:сайте|проекте|нас)|библиотека|авторы|жанры"
    r"|книги|страницы|стр\.?|статьи|ссылки|помощь|ответить)"
)
NAVIGATION_ANYWHERE = (
    r"(?:читать (?:книгу )?онлайн|скачать (?:книгу )?(?:бесплатно|fb2|epub|txt)|искать книгу|топ авторов|электронная библиотека"
    r"|(?:^|[.©] ?)все права защищены)"
)
# What a site says of its page, with a value behind it.
NAVIGATION_ABOUT = (
    r"(?:дата (?:публикации|добавления|создания|обновления)|(?:последнее )?обновление страницы|последнее обновление"
    r"|(?:страница )?(?:обновлена|опубликован[оа])|(?:количество )?просмотров|просмотры|сообщений|скачиваний|теги)"
)
# What a menu has beside those: only the entries around such a word tell that it is one of them.
NAVIGATION_HOME = r"(?:главная(?: страница)?|на главную)"
NAVIGATION_MENU = (
    r"(?:правила|законы|турниры|результаты|рейтинг[и]?|календарь|расписание|клуб[ыа]?|о клубе|о нас|вход|меню|архив|блог"
    r"|галерея|фото(?:графии)?|видео|файлы|скачать|магазин|опросы|правление|федерация|игроки|судьи|судейство|школа|обучение"
    r"|поиск по сайту|написать нам|напишите нам|личный кабинет|комментарии(?: ?\(\d+\))?|вконтакте|телеграм|поделиться"
    r"|политика конфиденциальности|пользовательское соглашение|рассылка|подписка|разное|прочее|печать)"
)

# The query language: fields, signs in capitals, kinds of clauses, and how one asks what a term means.
QUERY_FIELDS = {
    "закон": "laws", "правило": "laws", "правила": "laws", "законы": "laws", "в": "within", "где": "within",
    "заголовок": "heading", "вид": "kind", "язык": "language", "издание": "edition", "редакция": "edition",
}  # fmt: skip
QUERY_OPERATORS = {"ИЛИ": "or", "И": "and", "НЕ": "not"}
QUERY_KINDS = {
    "определение": "definition", "определения": "definition", "правило": "law", "правила": "law", "закон": "law",
    "заметка": "note", "заметки": "note", "комментарий": "note", "таблица": "table", "таблицы": "table",
}  # fmt: skip
QUERY_TEXTS = {
    "правила": "laws", "правилах": "laws", "законы": "laws", "законах": "laws", "изложение": "digest",
    "изложении": "digest", "заметки": "notes", "заметках": "notes", "комментарий": "commentary",
    "комментарии": "commentary",
}  # fmt: skip
QUERY_LANGUAGES = {"ru": "ru", "рус": "ru", "русский": "ru", "en": "en", "англ": "en", "английский": "en"}
ASKS_MEANING = (
    r"(?:что (?:же )?(?:такое|значит|означает|называется|называют|понимается под)(?: слово| термин)?"
    r"|(?:определение|значение)(?: термина| слова)?|как понимать)\s+(?P<term>\S.*)"
)
MEANING_SIGN = (
    r"что (?:же |это )?(?:так(?:ое|ие)|за|это)|кто (?:же |это )?(?:так(?:ой|ая|ие)|это)|(?:это|считать) (?:кто|что|кем|чем|как)"
    r"|(?:что|кто|кого|как) (?:\S+ ){0,3}?(?:называ|счита|явля)(?:ется|ются|ют|ем)|(?:что|как) (?:\S+ ){0,3}?понима\w+"
    r"|знач(?:ит|ат|ение|ения)|означа(?:ет|ют)|объясни(?:те)?|поясни(?:те)?|определени[ея]|смысл|термина?|поняти[ея]"
    r"|перевод(?:ится|ятся|им|ят)?|перевести|отлича(?:ется|ются)|отличи[ея]|различи[ея]|различаются|разниц[ау]|vs|versus|против"
)
MEANING_FILLERS = frozenset({
    "кто", "чем", "чему", "чего", "кого", "слово", "слова", "словом", "такое", "такой", "такая", "такие", "точно", "точное",
    "точный", "официально", "официальное", "именно", "вообще", "собственно", "простыми", "словами", "коротко", "между", "или",
    "бридж", "бридже", "правила", "правилам", "правилах", "правил", "кодекс", "кодексе", "кодексу", "кодекса", "игре", "игроки",
    "по-русски", "русски", "английски", "двух", "трех", "дайте", "напомни", "напомните", "скажите", "подскажите", "каково", "каков",
    "вкратце", "ним", "ней", "ними", "нем", "него", "нее", "них",
})  # fmt: skip
CITING = frozenset({"см", "ср"})
LED_TO = r"правил\w*|закон\w*|п|пп|пункт\w*|глав\w*|определени\w*|также|\d.*"
# Words that ask and join: they say little of what a question is about.
WEAK = frozenset({
    "а", "б", "бы", "в", "во", "вот", "где", "для", "до", "же", "за", "и", "из", "их", "к", "как", "какая",
    "какие", "каким", "какого", "какое", "какой", "какую", "ко", "когда", "который", "ли", "на", "надо", "нам",
    "нас", "о", "об", "он", "она", "они", "от", "по", "под", "при", "про", "с", "своей", "свой", "свою", "себя",
    "со", "так", "также", "там", "то", "тоже", "тогда", "у", "уже", "что", "чтобы", "это", "этого", "этой", "этот",
    "я", "мы", "мне", "мой", "меня", "ты", "вы", "его", "ее", "ей", "ему", "есть", "можно", "нужно",
    "делать", "быть", "был", "была", "было", "были", "будет",
})  # fmt: skip
# Normal forms of the words for cards and seats: a story names them, whatever it is about.
DETAILS = frozenset({
    "пика", "черва", "бубна", "трефа", "туз", "король", "дама", "валет", "десятка", "девятка", "восьмерка",
    "семерка", "шестерка", "пятерка", "четверка", "тройка", "двойка", "север", "юг", "восток", "запад",
})  # fmt: skip

# Participles that the Laws use as nouns; they are no forms of their verbs.
NOUN_PARTICIPLES = frozenset({
    "разыгрывающий", "вистующий", "сдающий", "нарушивший", "ненарушивший", "провинившийся", "торгующий", "играющий",
    "спрашивающий", "апеллирующий", "тасующий", "следующий", "штрафующий",
})  # fmt: skip

# Players' nouns that the dictionary lacks or takes for another word, by declension.
_MASCULINE = ("", "а", "у", "ом", "е", "ы", "ов", "ам", "ами", "ах")
_FEMININE = ("а", "ы", "е", "у", "ой", "ою", "", "ам", "ами", "ах")
_NOUNS = {
    "бк": "nt",
    "клеймо": "клейм",
    **{
        stem + ending: stem
        for stem in ("клейм", "лид", "алерт", "ренонс", "фальшренонс", "обман")
        for ending in _MASCULINE
    },
    **{stem + ending: stem + "а" for stem in ("контр", "реконтр", "пар", "дам") for ending in _FEMININE},
}

# Names of the suits meet whatever form the dictionary leads them to: черва, черви and червь; трефа and треф.
_SUITS = {
    "червы": "черва",
    "черви": "черва",
    "червь": "черва",
    "треф": "трефа",
    "бубен": "бубна",
    "пик": "пика",
    "пики": "пика",
}


_PARTICIPLE_STARTS = frozenset(word[:4] for word in NOUN_PARTICIPLES)


@lru_cache(maxsize=1)
def _analyzer() -> MorphAnalyzer:
    import pymorphy3

    return pymorphy3.MorphAnalyzer()


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    from Stemmer import Stemmer

    return Stemmer("russian")


def _stem(form: str) -> str:
    """The stem of a word that the dictionary does not know, marked so that it meets no real word."""
    return "~" + fold(_stemmer().stemWord(form))


def _participle(parse: Any) -> str | None:
    """The masculine singular of a participle that is used as a noun, else None."""
    if parse.tag.POS != "PRTF" or parse.word[:4] not in _PARTICIPLE_STARTS:  # to inflect takes long
        return None
    inflected = parse.inflect({"masc", "sing", "nomn"})
    word = fold(inflected.word) if inflected else None
    return word if word in NOUN_PARTICIPLES else None


def _lemma(parse: Any) -> str:
    lemma = _participle(parse) or fold(parse.normal_form)
    return _SUITS.get(lemma, lemma)


@lru_cache(maxsize=1)
def _dictionary() -> Callable[[str], bool]:
    """Tells of a folded form whether the dictionary has it, with ё or е."""
    import pymorphy3_dicts_ru

    from lawsearch.language.dictionary import open_words

    words = open_words(os.path.join(pymorphy3_dicts_ru.get_path(), "words.dawg"))
    return words or cast("Callable[[str], bool]", _analyzer().word_is_known)


@lru_cache(maxsize=50_000)
def is_word(form: str) -> bool:
    """True for a folded form that the dictionary, or the lexicon of players' words, knows."""
    return form in _NOUNS or _dictionary()(form)


@lru_cache(maxsize=50_000)
def normal_forms(form: str) -> tuple[str, ...]:
    """All normal forms of a folded word, the likeliest first; never empty."""
    if form in _NOUNS:
        return (_NOUNS[form],)
    parses = _analyzer().parse(form)
    lemmas = dict.fromkeys(_lemma(parse) for parse in parses)
    if not parses or not (parses[0].is_known or NOUN_PARTICIPLES.intersection(lemmas)):
        lemmas[_stem(form)] = None
    return tuple(lemmas) or (form,)


def lexemes(form: str) -> dict[str, frozenset[str]]:
    """For each normal form of the word: all its folded forms (what a query may spell)."""
    if form in _NOUNS:
        lemma = _NOUNS[form]
        return {lemma: frozenset(word for word, noun in _NOUNS.items() if noun == lemma)}
    found: dict[str, frozenset[str]] = {}
    parses = _analyzer().parse(form)
    for parse in parses:
        lemma = _lemma(parse)
        found[lemma] = found.get(lemma, frozenset()) | _forms(parse)
    if not parses or not (parses[0].is_known or NOUN_PARTICIPLES.intersection(found)):
        found[_stem(form)] = frozenset({form}).union(*found.values())
    return found


_forms_of: dict[tuple[str, object, object], frozenset[str]] = {}


def _forms(parse: Any) -> frozenset[str]:
    """The forms of a parse's word; of a participle that is a noun only its own, of a verb all but those."""
    noun = _participle(parse)
    method = parse.methods_stack[0]
    # words of one dictionary entry share their forms: (normal form, paradigm)
    key = (parse.normal_form, noun, method[2] if len(method) > 2 else parse.word)
    forms = _forms_of.get(key)
    if forms is None:
        entries = [(str(tag), word.replace("ё", "е")) for word, tag, *_ in (entry[:2] for entry in parse.lexeme)]
        if noun:
            kind = (parse.tag.tense, parse.tag.voice)
            entries = [
                (tag, word)
                for tag, word in entries
                if tag.startswith("PRTF") and all(str(part) in tag for part in kind)
            ]
        else:
            # the participles that are nouns, known by their tense and voice
            nouns = {
                _tense_and_voice(tag) for tag, word in entries if tag.startswith("PRTF") and word in NOUN_PARTICIPLES
            }
            entries = [
                (tag, word) for tag, word in entries if not (tag.startswith("PRTF") and _tense_and_voice(tag) in nouns)
            ]
        forms = _forms_of[key] = frozenset(word for _, word in entries if word not in _NOUNS)
    return forms


def _tense_and_voice(tag: str) -> tuple[bool, bool]:
    return "past" in tag, "actv" in tag
