"""The texts of mails, in each language of the page."""

from typing import Final, Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["confirm", "changed", "reset"]


class MailText(NamedTuple):
    subject: str
    body: str  # with {name} and {link}


TEXTS: Final[dict[Kind, dict[str, MailText]]] = {
    "confirm": {
        "en": MailText(
            "Confirm your address",
            "To use this address for your account {name}, open this link within an hour and confirm:\n\n{link}\n\n"
            "If you did not ask for this, do nothing.\n",
        ),
        "fr": MailText(
            "Confirmez votre adresse",
            "Pour utiliser cette adresse avec votre compte {name}, ouvrez ce lien dans l’heure et confirmez :\n\n"
            "{link}\n\nSi vous n’avez rien demandé, ne faites rien.\n",
        ),
        "it": MailText(
            "Conferma il tuo indirizzo",
            "Per usare questo indirizzo con il tuo profilo {name}, apri questo link entro un’ora e conferma:\n\n"
            "{link}\n\nSe non hai chiesto nulla, ignora questo messaggio.\n",
        ),
        "vi": MailText(
            "Xác nhận địa chỉ của bạn",
            "Để dùng địa chỉ này cho tài khoản {name}, hãy mở liên kết sau trong vòng một giờ và xác nhận:\n\n"
            "{link}\n\nNếu bạn không yêu cầu, bạn không cần làm gì.\n",
        ),
    },
    "changed": {
        "en": MailText(
            "Your account no longer uses this address",
            "Your account {name} no longer uses this address. If that was not you, sign in, change your password and "
            "sign out all other devices:\n\n{link}\n",
        ),
        "fr": MailText(
            "Votre compte n’utilise plus cette adresse",
            "Votre compte {name} n’utilise plus cette adresse. Si ce n’était pas vous, connectez-vous, changez de mot "
            "de passe et déconnectez tous les autres appareils :\n\n{link}\n",
        ),
        "it": MailText(
            "Il tuo profilo non usa più questo indirizzo",
            "Il tuo profilo {name} non usa più questo indirizzo. Se non sei stato tu, accedi, cambia password e "
            "disconnetti tutti gli altri dispositivi:\n\n{link}\n",
        ),
        "vi": MailText(
            "Tài khoản của bạn không còn dùng địa chỉ này",
            "Tài khoản {name} của bạn không còn dùng địa chỉ này. Nếu không phải bạn đã đổi, hãy đăng nhập, đổi mật "
            "khẩu và đăng xuất mọi thiết bị khác:\n\n{link}\n",
        ),
    },
    "reset": {
        "en": MailText(
            "Choose a new password",
            "To choose a new password for your account {name}, open this link within an hour:\n\n{link}\n\n"
            "If you did not ask for this, do nothing: your password stays as it is.\n",
        ),
        "fr": MailText(
            "Choisissez un nouveau mot de passe",
            "Pour choisir un nouveau mot de passe pour votre compte {name}, ouvrez ce lien dans l’heure :\n\n{link}\n\n"
            "Si vous n’avez rien demandé, ne faites rien : votre mot de passe reste le même.\n",
        ),
        "it": MailText(
            "Scegli una nuova password",
            "Per scegliere una nuova password per il tuo profilo {name}, apri questo link entro un’ora:\n\n{link}\n\n"
            "Se non hai chiesto nulla, ignora questo messaggio: la tua password resta la stessa.\n",
        ),
        "vi": MailText(
            "Chọn mật khẩu mới",
            "Để chọn mật khẩu mới cho tài khoản {name}, hãy mở liên kết sau trong vòng một giờ:\n\n{link}\n\n"
            "Nếu bạn không yêu cầu, bạn không cần làm gì: mật khẩu của bạn vẫn như cũ.\n",
        ),
    },
}
