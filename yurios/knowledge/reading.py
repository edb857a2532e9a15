"""Files as documents: Markdown, text, code and CSV as they are; HTML, PDF and EPUB through well-kept parsers."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Callable, Iterable
from urllib.parse import unquote

from yurios.knowledge.decoding import decode
from yurios.knowledge.document import Document, Mark, Refused

LARGEST = 64 << 20
#: Plain text needs several times its size while it is cut up.
LARGEST_TEXT = 16 << 20
#: An EPUB may unpack to so much and no more, whatever its index says.
LARGEST_UNPACKED = 128 << 20
TEXT = frozenset(".txt .text .md .markdown .rst .org .csv .tsv .json .toml .yaml .yml .ini .log .tex .py .js .ts .c .h .cpp .rs .go .java .sh .sql .css .xml .srt".split())
_HEADING = re.compile(r"^(#{1,6})[ \t]+(.+?)[ \t#]*$|^([^\n#>|\-*+ \t][^\n]{0,120})\n(=+|-{3,})[ \t]*$", re.MULTILINE)
_FENCE = re.compile(r"^(```|~~~).*?(?:^\1|\Z)", re.MULTILINE | re.DOTALL)


def read(name: str, data: bytes) -> Document:
    """The document in a file called `name`. Raises Refused, with a reason."""
    refuse_size(name, len(data))
    ending = posixpath.splitext(name.lower())[1]
    kind = READERS.get(ending)
    if kind is None and ending and ending not in TEXT:
        kind = _plain  # an unknown ending may still be text; decoding decides
    document = (kind or _plain)(name, data)
    if not document.text.strip():
        raise Refused("it holds no text (a scan of pages needs text recognition first)")
    return document


def refuse_size(name: str, size: int) -> None:
    """Raise Refused for a file that is too large; asked before it is read, so that a huge one costs no memory."""
    packed = posixpath.splitext(name.lower())[1] in (".pdf", ".epub")
    most = LARGEST if packed else LARGEST_TEXT
    if size > most:
        raise Refused(f"it has {size / (1 << 20):.0f} MB; the most is {most >> 20} MB: split it, or keep the part that matters")


def _plain(name: str, data: bytes) -> Document:
    return Document(posixpath.basename(name), decode(data))


def _markdown(name: str, data: bytes) -> Document:
    text = decode(data)
    fenced = [(found.start(), found.end()) for found in _FENCE.finditer(text)]
    marks = tuple(
        Mark(found.start(), len(found[1]) if found[1] else 1 if found[4].startswith("=") else 2, (found[2] or found[3]).strip())
        for found in _HEADING.finditer(text) if not any(start <= found.start() < end for start, end in fenced)
    )
    title = next((mark.label for mark in marks if mark.level == 1), posixpath.basename(name))
    return Document(title, text, marks)


def _html(name: str, data: bytes) -> Document:
    text, marks, title = _from_markup(data)
    return Document(title or posixpath.basename(name), text, marks)


def _from_markup(data: bytes | str, before: int = 0) -> tuple[str, tuple[Mark, ...], str]:
    from bs4 import BeautifulSoup  # a tenth of a second that only web pages and books need

    soup = BeautifulSoup(data, "html.parser")
    title = soup.title.get_text(" ", strip=True) if soup.title else ""
    for gone in soup(["script", "style", "template", "noscript", "head"]):
        gone.decompose()
    pieces: list[str] = []
    marks: list[Mark] = []
    for block in _blocks(soup):
        words = re.sub(r"\s+", " ", block.get_text(" ")).strip()
        if words:
            if re.fullmatch(r"h[1-6]", block.name or ""):
                marks.append(Mark(before + sum(len(piece) + 2 for piece in pieces), int(block.name[1]), words))
            pieces.append(words)
    return "\n\n".join(pieces), tuple(marks), title


_BLOCKS = ("h1", "h2", "h3", "h4", "h5", "h6", "p", "li", "pre", "blockquote", "td", "th", "dt", "dd", "figcaption", "caption", "div", "section", "article", "body")


def _blocks(soup) -> Iterable:
    """Innermost blocks in the page's order; words that stand beside a block become one of their own first."""
    for found in [soup, *soup.find_all(_BLOCKS)]:
        if found.find(_BLOCKS) is not None:
            for child in list(found.children):
                if isinstance(child, str) and child.strip():
                    child.wrap(soup.new_tag("p"))
    innermost = [found for found in soup.find_all(_BLOCKS) if found.find(_BLOCKS) is None]
    return innermost or [soup]


def _pdf(name: str, data: bytes) -> Document:
    from pypdf import PdfReader  # slow to import, and most shelves hold no PDF

    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise Refused("it is locked with a password; save it without one")
        pages = [(page.extract_text() or "").strip() for page in reader.pages]
        title = (reader.metadata.title or "").strip() if reader.metadata else ""
    except Refused:
        raise
    except Exception as fault:  # a parser of hostile files raises whatever it likes
        raise Refused(f"it is not a PDF that can be read ({type(fault).__name__})") from None
    return _joined(title or posixpath.basename(name), [(str(number), text, ()) for number, text in enumerate(pages, 1)])


def _epub(name: str, data: bytes) -> Document:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as book:
            if sum(entry.file_size for entry in book.infolist()) > LARGEST_UNPACKED:
                raise Refused(f"it unpacks to more than {LARGEST_UNPACKED >> 20} MB")
            title, chapters = _spine(book)
            parts = [("", *_from_markup(_member(book, path))[:2]) for path in chapters]
    except (zipfile.BadZipFile, KeyError, ValueError, SyntaxError, NotImplementedError, RuntimeError) as fault:
        raise Refused(f"it is not an EPUB that can be read ({type(fault).__name__})") from None
    return _joined(title or posixpath.basename(name), parts)


def _spine(book: zipfile.ZipFile) -> tuple[str, list[str]]:
    """(title, chapter paths in reading order), by the package document (EPUB 3, §5)."""
    from defusedxml.ElementTree import fromstring  # only books need it

    container = fromstring(_member(book, "META-INF/container.xml"))
    package = container.find(".//{*}rootfile").attrib["full-path"]
    root = fromstring(_member(book, package))
    files = {item.attrib["id"]: unquote(item.attrib["href"]) for item in root.iterfind(".//{*}manifest/{*}item")}
    order = [files[ref.attrib["idref"]] for ref in root.iterfind(".//{*}spine/{*}itemref") if ref.attrib.get("idref") in files]
    title = root.findtext(".//{*}metadata/{*}title") or ""
    return title.strip(), [posixpath.normpath(posixpath.join(posixpath.dirname(package), path)) for path in order]


def _member(book: zipfile.ZipFile, path: str) -> bytes:
    with book.open(path) as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise Refused("a chapter of it is larger than it says")
    return data


def _joined(title: str, parts: list[tuple[str, str, tuple[Mark, ...]]]) -> Document:
    """Pages or chapters as one text; a labelled part is a page."""
    text, marks = "", []
    for label, piece, inner in parts:
        if text and piece:
            text += "\n\n"
        if label:
            marks.append(Mark(len(text), 0, label))
        marks += [Mark(len(text) + mark.at, mark.level, mark.label) for mark in inner]
        text += piece
    return Document(title, text, tuple(marks))


READERS: dict[str, Callable[[str, bytes], Document]] = {
    ".md": _markdown, ".markdown": _markdown, ".html": _html, ".htm": _html, ".xhtml": _html, ".pdf": _pdf, ".epub": _epub,
}
