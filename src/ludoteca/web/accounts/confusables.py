"""Skeletons: names that look the same have the same one (Unicode Technical Standard 39).

The table has the letters and digits of Unicode's `confusables.txt` that look like Latin ones; what names may hold
besides, such as punctuation, is left out of a skeleton. A package with the whole file exists, but it only asks whether
a name mixes scripts, and members have names of Latin letters, digits and hyphens.
"""

import unicodedata
from typing import Final

_LOOKS_LIKE: Final = {
    "2": "ƧϨᒿꙄꛯꝚ",
    "3": "ƷȜЗӠⳌꝪꞫ",
    "4": "Ꮞ",
    "5": "Ƽ",
    "6": "бᏮⳒ",
    "8": "Ȣȣ৪੪",
    "9": "৭੧୨൭ⳊꝮ",
    "a": "ɑΑαАаᎪᗅꓮ",
    "aa": "Ꜳꜳ",
    "ae": "ÆæӔӕ",
    "ao": "Ꜵꜵ",
    "au": "Ꜷꜷ",
    "av": "ꜸꜹꜺꜻ",
    "ay": "Ꜽꜽ",
    "b": "ƄΒВЬᏏᏴᑲᖯᗷꓐꞴ",
    "bl": "Ы",
    "c": "ΣςСсᏟᴄⲤⲥꓚꮯ",
    "d": "ԁᎠᏧᑯᗞᗪꓒꓓ",
    "dz": "ʣ",
    "e": "ΕЕеҽᎬⴹꓰꬲ",
    "f": "ϜքᖴẝꓝꞘꞙꬵ",
    "g": "ƍɡԌցᏀᏳᶃꓖ",
    "h": "ΗНһհᎻᏂᕼⲎꓧ",
    "j": "ͿϳЈјᎫᒍꓙꞲ",
    "k": "ΚКᏦᛕⲔꓗ",
    "l": "ıƖǀɩɪΙιІіӀӏ۱ᎥᏞᒪᛁⲒⳐⵏꓡꓲꙇꭵ",
    "ll": "ǁ",
    "lo": "Ю",
    "ls": "ʪ",
    "lz": "ʫ",
    "m": "ΜϺМᎷᗰᛖⲘꓟ",
    "n": "ΝոռⲚꓠ",
    "o": "ΟοσОоՕօ۵०০੦૦ଠ୦௦౦೦ഠ൦๐໐ဝ၀ჿዐᴏᴑⲞⲟⵔ〇ꓳꬽ",
    "oe": "Œœ",
    "oo": "ꚘꚙꝎꝏ",
    "p": "ΡρРрᏢᑭⲢⲣꓑ",
    "q": "ԛգզⵕ",
    "r": "ƦгᎡᏒᖇᴦⲅꓣꭇꭈꮁ",
    "s": "ƽЅѕՏᏕᏚꓢꜱꮪ",
    "t": "ΤТᎢⲦꓔ",
    "t3": "Ꜩ",
    "tf": "ꝷ",
    "ts": "ʦ",
    "u": "ʋυՍսሀᑌᴜꓴꞟꭎꭒ",
    "ue": "ᵫ",
    "uo": "ꭣ",
    "v": "νѴѵ۷Ꮩᐯᴠⴸꓦꛟꮩ",
    "w": "ɯѡԜԝաᎳᏔᴡꓪꮃ",
    "x": "ΧХхᕁᕽᚷⲬⵝꓫꞳ",
    "y": "ɣʏΥγУуҮүყᎩᎽᶌỿⲨꓬꭚ",
    "z": "ΖᏃᴢꓜꮓ",
}
_TABLE: Final = {char: latin for latin, chars in _LOOKS_LIKE.items() for char in chars}
_ALIKE: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "m": "rn", "w": "vv"})


def skeleton(name: str) -> str:
    """In small letters without marks; letters that look like Latin ones are these."""
    letters = "".join(_latin(char) for char in unicodedata.normalize("NFKD", name) if char.isalnum())
    return letters.translate(_ALIKE)


def _latin(char: str) -> str:
    return _TABLE.get(char) or _TABLE.get(char.upper()) or char.casefold()
