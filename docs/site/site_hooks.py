"""What MkDocs asks while it builds: anchors as GitHub makes them, and the same page in the other language."""

import re

OTHER = {"en": ("zh", "中文"), "zh": ("en", "English")}


def slug(text, separator):
    """The anchor that GitHub gives a heading, so that links work in both places."""
    text = re.sub(r"<[^>]+>", "", text).lower()
    return re.sub(r"[^\w -]", "", text).strip().replace(" ", separator)


def on_page_context(context, page, config, nav):
    code, name = OTHER[config.theme["language"]]
    up = "../" * page.url.count("/")
    page.meta["other_language"] = {
        "code": code,
        "name": name,
        "url": up + ("zh/" if code == "zh" else "../") + page.url,
    }
    return context
