"""Reading files: what is text is read whatever its dress, what is none is refused with a reason, and nothing else happens."""

from __future__ import annotations

import io
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

from yurios.knowledge.chunking import passages
from yurios.knowledge.document import Refused
from yurios.knowledge.reading import LARGEST_TEXT, read


def pdf(*pages: str) -> bytes:
    """A small PDF with one line of text a page."""
    writer = PdfWriter()
    font = DictionaryObject({NameObject("/Type"): NameObject("/Font"), NameObject("/Subtype"): NameObject("/Type1"), NameObject("/BaseFont"): NameObject("/Helvetica")})
    for text in pages:
        page = writer.add_blank_page(300, 300)
        stream = DecodedStreamObject()
        stream.set_data(f"BT /F1 12 Tf 20 200 Td ({text}) Tj ET".encode())
        page[NameObject("/Contents")] = writer._add_object(stream)
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): DictionaryObject({NameObject("/F1"): font})})
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def epub(*chapters: str) -> bytes:
    """A small EPUB."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("META-INF/container.xml", '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>')
        items = "".join(f'<item id="c{n}" href="ch%20{n}.xhtml"/>' for n in range(len(chapters)))
        refs = "".join(f'<itemref idref="c{n}"/>' for n in range(len(chapters)))
        book.writestr("OPS/book.opf", f'<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The Little Book</dc:title></metadata><manifest>{items}</manifest><spine>{refs}</spine></package>')
        for n, chapter in enumerate(chapters):
            book.writestr(f"OPS/ch {n}.xhtml", f"<html><body>{chapter}</body></html>")
    return out.getvalue()


@pytest.mark.parametrize("data", [
    "Grüße aus Köln".encode("utf-8"), "Grüße aus Köln".encode("utf-8-sig"), "Grüße aus Köln".encode("utf-16"), "Grüße aus Köln".encode("utf-16-le"),
    "Grüße aus Köln".encode("utf-16-be"), "Grüße aus Köln".encode("latin-1"), "Grüße aus Köln".encode("utf-32"),
])
def test_text_is_read_in_any_usual_encoding(data):
    assert read("a.txt", data).text == "Grüße aus Köln"


@pytest.mark.parametrize("name, data, reason", [
    ("a.txt", b"", "empty"), ("a.md", b"\x00" * 100, "empty"), ("a.bin", bytes(range(256)) * 20, "not text"), ("a.pdf", b"%PDF-1.4 torn", "not a PDF"),
    ("a.epub", b"PK not a zip", "not an EPUB"), ("a.pdf", pdf(""), "no text"), ("a.epub", epub(), "no text"), ("a.txt", b"x" * (LARGEST_TEXT + 1), "the most is"),
    ("a.html", b"<script>only code</script>", "no text"),
])
def test_what_cannot_be_read_is_refused_with_a_reason(name, data, reason):
    with pytest.raises(Refused, match=reason):
        read(name, data)


def test_a_few_nul_bytes_in_a_text_do_no_harm():
    assert "\x00" not in read("a.txt", b"some\x00 text that is long enough to count as text").text


def test_a_page_gives_its_headings_and_words_without_scripts():
    document = read("a.html", b"<title>Tea</title><style>p{}</style><h1>Pots</h1><p>Warm <b>it</b>.</p>stray<div><h2>Green</h2>cooler<ul><li>one</li></ul></div>")
    assert document.title == "Tea"
    assert "Warm it" in document.text and "p{}" not in document.text
    assert [document.text[mark.at:].split("\n")[0] for mark in document.marks] == [mark.label for mark in document.marks]
    for word in ("stray", "cooler", "one"):
        assert document.text.count(word) == 1


def test_a_pdf_gives_its_pages():
    document = read("a.pdf", pdf("First words", "Second words"))
    cited = {document.text[one.start:one.end]: one.page for one in passages(document, 15)}
    assert cited == {"First words": "1", "Second words": "2"}


def test_a_book_gives_its_chapters_in_reading_order():
    document = read("a.epub", epub("<h1>One</h1><p>It began.</p>", "<h1>Two</h1><p>It ended.</p>"))
    assert document.title == "The Little Book"
    assert [(mark.label, document.heading_at(mark.at)) for mark in document.marks] == [("One", "One"), ("Two", "Two")]
    assert document.text.index("began") < document.text.index("ended")


def test_a_book_that_unpacks_to_far_more_than_it_weighs_is_refused():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as book:
        for n in range(3):
            book.writestr(f"big{n}", b"\x00" * (50 << 20))
    with pytest.raises(Refused, match="unpacks"):
        read("a.epub", out.getvalue())


@given(st.sampled_from([".txt", ".md", ".html", ".pdf", ".epub", ".csv", ".odd", ""]), st.binary(max_size=300))
@settings(max_examples=150)
def test_any_bytes_under_any_name_are_read_or_refused(ending, data):
    try:
        document = read("file" + ending, data)
    except Refused as refusal:
        assert str(refusal)
    else:
        assert document.text.strip() and all(document.text[one.start:one.end].strip() for one in passages(document, 40))
