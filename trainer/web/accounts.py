"""Teachers' accounts: signing in and up, the account's own pages, recovery, leaving.

In: forms with names, passwords and codes; the cookie of a teacher who is signed in.
Out: pages; a new secret in the cookie at each sign-in.
Owns: the ways in and out of an account.
Knows: where a teacher goes on to: the classes, if there is such a page.
"""

from __future__ import annotations

from datetime import datetime

from flask import Blueprint, Response, current_app, make_response, redirect, request, url_for

from trainer.classes import leaving, recovery, signing_up, teachers
from trainer.classes import sessions as browsers
from trainer.classes.codes import spaced
from trainer.classes.refusals import ClosedError, Fault, Problem, RefusedError
from trainer.classes.signing_up import NewAccount
from trainer.classes.teachers import Opened
from trainer.config import Settings, SignUp
from trainer.i18n.messages import message, message_n
from trainer.storage.database import writing
from trainer.web import account_forms as forms
from trainer.web import browser_names, clock, confirming, known_browser, notices, onward, signed_in
from trainer.web.account_forms import Form
from trainer.web.database import sessions
from trainer.web.signed_in import required_teacher, teachers_only

blueprint = Blueprint("accounts", __name__)

OVERVIEW = "classes.index"


def _onward() -> str:
    overview = OVERVIEW if OVERVIEW in current_app.view_functions else ".account"
    return onward.wished() or url_for(overview)


def _policy() -> SignUp:
    settings: Settings = current_app.extensions["settings"]
    return settings.sign_up


def _enter(opened: Opened, to: str) -> Response:
    """Let this browser be signed in with a new secret; the old one opens nothing any more."""
    old = request.cookies.get("teacher", "")
    if old:
        browsers.end_teacher(sessions(), old)
    signed_in.send("teacher", opened.secret)
    response = make_response(redirect(to, 303))
    known_browser.remember(response, opened.teacher)
    return response


# Signing in


@blueprint.get("/teach/sign-in")
def sign_in() -> Response:
    """The form; whoever is signed in already is led on."""
    if signed_in.teacher() is not None:
        return make_response(redirect(_onward(), 303))
    return _sign_in_page(forms.typed("name"))


def _sign_in_page(form: Form) -> Response:
    return forms.page("accounts/sign_in.html", form, sign_up=_policy())


@blueprint.post("/teach/sign-in")
def enter() -> Response:
    """Sign this browser in."""
    form = forms.typed("name")

    def do() -> Response:
        opened = teachers.sign_in(
            sessions(),
            form.values["name"],
            forms.secret_field("password"),
            forms.device(),
            clock.now(),
            known=known_browser.marks(),
        )
        return _enter(opened, _onward())

    found = forms.attempt(form, do)
    return _sign_in_page(found) if isinstance(found, Form) else found


@blueprint.post("/teach/sign-out")
def sign_out() -> Response:
    """Sign this browser out; nobody needs to be signed in for that."""
    browsers.end_teacher(sessions(), signed_in.forget("teacher"))
    forms.hide_codes()
    notices.tell(message("You are signed out."))
    return make_response(redirect(url_for(".sign_in"), 303))


# Signing up


@blueprint.get("/teach/sign-up")
def sign_up() -> Response:
    """The form for a new account, as far as this site makes new accounts."""
    if signed_in.teacher() is not None:
        return make_response(redirect(_onward(), 303))
    return _sign_up_page(forms.typed("name", "invitation"))


def _sign_up_page(form: Form) -> Response:
    if _policy() == "closed":
        return forms.page("accounts/closed.html", Form(status=403))
    return forms.page(
        "accounts/sign_up.html", form, by_invitation=_policy() == "invitation", key=forms.form_key()
    )


@blueprint.post("/teach/sign-up")
def register() -> Response:
    """Make the account, sign in, and go on to the page with its recovery codes."""
    form, key = forms.typed("name", "invitation"), forms.form_key()

    def do() -> Response:
        opened = signing_up.register(
            sessions(),
            NewAccount(
                form.values["name"], forms.secret_field("new_password"), form.values["invitation"]
            ),
            forms.device(),
            clock.now(),
            policy=_policy(),
            recovery_codes=forms.new_codes(key),
        )
        forms.show_codes(key, clock.now())
        return _enter(opened, url_for(".codes", next=onward.wished()))

    try:
        found = forms.attempt(form, do)
    except ClosedError:
        found = form
    return _sign_up_page(found) if isinstance(found, Form) else found


# The account


@blueprint.get("/teach/account")
@teachers_only
def account() -> Response:
    """The own account: browsers, password, recovery codes, the way out."""
    who = required_teacher()
    return forms.page(
        "accounts/account.html",
        Form(),
        who=who,
        browsers=browsers.browsers(sessions(), who, clock.now()),
        words=browser_names.words,
        day_of=clock.day_of,
        left=recovery.left(sessions(), who.teacher),
    )


@blueprint.post("/teach/account/browsers")
@teachers_only
def end_browsers() -> Response:
    """Sign out one of the other browsers, or all of them."""
    who, chosen = required_teacher(), request.form.get("browser", "")
    if chosen == "others":
        with writing(sessions()) as session:
            ended = browsers.end_others(session, who)
    else:
        key = int(chosen) if chosen.isdecimal() and len(chosen) < 18 else 0
        ended = int(key != who.session and browsers.end_browser(sessions(), who, key))
    notices.tell(
        message_n("%(num)s browser is signed out.", "%(num)s browsers are signed out.", ended)
    )
    return make_response(redirect(url_for(".account"), 303))


@blueprint.get("/teach/account/browsers")
def no_browsers() -> Response:
    """The address of a form alone: the list is on the page of the account."""
    return make_response(redirect(url_for(".account"), 303))


@blueprint.get("/teach/account/password")
@teachers_only
def password() -> Response:
    """The form for a new password."""
    return forms.page("accounts/password.html", Form(), who=required_teacher())


@blueprint.post("/teach/account/password")
@teachers_only
def change_password() -> Response:
    """Set the new password."""
    who = required_teacher()

    def do() -> Response:
        old, new = forms.secret_field("password"), forms.secret_field("new_password")
        teachers.change_password(sessions(), who, old, new, clock.now())
        notices.tell(message("Your new password holds. Every other browser is signed out."))
        return make_response(redirect(url_for(".account"), 303))

    found = forms.attempt(Form(), do)
    if isinstance(found, Form):
        return forms.page("accounts/password.html", found, who=who)
    return found


# Recovery codes


@blueprint.get("/teach/account/recovery-codes")
@teachers_only
def codes() -> Response:
    """New codes for some minutes; after that how many are left, and the form for new ones."""
    return _codes_page(Form())


def _codes_page(form: Form) -> Response:
    who, now = required_teacher(), clock.now()
    made = forms.shown_codes(now)
    if form.status == 200 and made and recovery.holds(sessions(), who.teacher, made):
        return forms.page("accounts/new_codes.html", form, who=who, codes=[*map(spaced, made)])
    left = recovery.left(sessions(), who.teacher)
    return forms.page("accounts/codes.html", form, who=who, left=left, key=forms.form_key())


@blueprint.post("/teach/account/recovery-codes")
@teachers_only
def renew_codes() -> Response:
    """Make new codes in place of the old ones."""
    who, key = required_teacher(), forms.form_key()

    def do() -> Response:
        made, now = forms.new_codes(key), clock.now()
        recovery.renew(sessions(), who, forms.secret_field("password"), made, now)
        forms.show_codes(key, now)
        return make_response(redirect(url_for(".codes"), 303))

    found = forms.attempt(Form(), do)
    return _codes_page(found) if isinstance(found, Form) else found


@blueprint.post("/teach/account/recovery-codes/kept")
@teachers_only
def codes_kept() -> Response:
    """The codes are written down: show them no longer, and go on."""
    forms.hide_codes()
    return make_response(redirect(_onward(), 303))


@blueprint.get("/teach/recover")
def recover() -> Response:
    """The form for those who have forgotten the password."""
    return forms.page("accounts/recover.html", forms.typed("name"))


@blueprint.post("/teach/recover")
def use_code() -> Response:
    """Set a new password by a code, and sign in."""
    form = forms.typed("name")

    def do() -> Response:
        opened = recovery.recover(
            sessions(),
            form.values["name"],
            forms.secret_field("code"),
            forms.secret_field("new_password"),
            forms.device(),
            clock.now(),
        )
        left = recovery.left(sessions(), opened.teacher).count
        notices.tell(
            message_n(
                "Your new password holds. You have %(num)s recovery code left.",
                "Your new password holds. You have %(num)s recovery codes left.",
                left,
            )
        )
        return _enter(opened, url_for(".account"))

    found = forms.attempt(form, do)
    return forms.page("accounts/recover.html", found) if isinstance(found, Form) else found


# Leaving


@blueprint.get("/teach/account/delete")
@teachers_only
def ask() -> Response:
    """Say what goes with the account, and ask."""
    return _ask_page(forms.typed())


def _ask_page(form: Form) -> Response:
    found = leaving.fates(sessions(), required_teacher().teacher)
    return forms.page(
        "accounts/delete.html",
        form,
        who=required_teacher(),
        passing=[one for one in found if one.heir],
        going=[one for one in found if not one.heir],
        told=leaving.seal(found),
        word=confirming.word_to_type(),
    )


@blueprint.post("/teach/account/delete")
@teachers_only
def delete() -> Response:
    """Delete the account."""
    form = forms.typed("word")
    found = forms.attempt(form, lambda: _leave(form.values["word"], clock.now()))
    return _ask_page(found) if isinstance(found, Form) else found


def _leave(word: str, now: datetime) -> Response:
    if not confirming.is_word(word):
        raise RefusedError(Problem("word", Fault.WORD_WRONG))
    told = request.form.get("told", "")
    leaving.leave(sessions(), required_teacher(), forms.secret_field("password"), told, now)
    signed_in.forget("teacher")
    forms.hide_codes()
    notices.tell(message("Your account is deleted. Nothing of it is stored here any more."))
    return make_response(redirect(url_for(".sign_in"), 303))
