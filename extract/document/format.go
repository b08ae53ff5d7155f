package document

import (
	"bufio"
	"io"
	"iter"
	"path"
	"strings"
	"sync"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/asciidoc"
	"github.com/earl-url/earl/internal/format/delimited"
	"github.com/earl-url/earl/internal/format/gemtext"
	"github.com/earl-url/earl/internal/format/gophermap"
	"github.com/earl-url/earl/internal/format/html"
	"github.com/earl-url/earl/internal/format/latex"
	"github.com/earl-url/earl/internal/format/literal"
	"github.com/earl-url/earl/internal/format/mail"
	"github.com/earl-url/earl/internal/format/markdown"
	"github.com/earl-url/earl/internal/format/notebook"
	"github.com/earl-url/earl/internal/format/org"
	"github.com/earl-url/earl/internal/format/quoted"
	"github.com/earl-url/earl/internal/format/roff"
	"github.com/earl-url/earl/internal/format/rst"
	"github.com/earl-url/earl/internal/format/source"
	"github.com/earl-url/earl/internal/format/xml"
	"github.com/earl-url/earl/internal/format/yaml"
)

// Type is the type of a document.
type Type string

// The types.
const (
	Text     Type = "text"
	Mail     Type = "mail" // a message: rfc822, rfc2045
	Mbox     Type = "mbox" // several messages: rfc4155
	HTML     Type = "html"
	Markdown Type = "markdown" // CommonMark, with GitHub's extensions
	MDX      Type = "mdx"      // Markdown with JSX and JavaScript
	CSS      Type = "css"      // a style sheet
	Gemtext  Type = "gemtext"  // a page of gemini
	XML      Type = "xml"      // XML that is not a page, such as a feed
	Gopher   Type = "gopher"   // a gopher menu: rfc1436
	Man      Type = "man"      // a man page, and other documents of roff
	JSON     Type = "json"     // rfc8259, JSON lines, and JSON with comments

	JSON5      Type = "json5"
	TOML       Type = "toml"
	INI        Type = "ini"        // a configuration file with names and values
	Properties Type = "properties" // of Java
	Env        Type = "env"        // a file of variables, .env
	YAML       Type = "yaml"
	CSV        Type = "csv"      // rfc4180, with any usual delimiter
	TSV        Type = "tsv"      // with tabs
	Notebook   Type = "notebook" // of Jupyter
	LaTeX      Type = "latex"    // LaTeX and BibTeX
	AsciiDoc   Type = "asciidoc"
	RST        Type = "rst"    // reStructuredText
	Org        Type = "org"    // Emacs Org mode
	Program    Type = "source" // a program, whose language the name or the media type says
)

// A format is how the documents of a type are recognized and read.
type format struct {
	t Type
	// media are the media types, the one of new documents first.
	media []string
	// names are names of files and extensions, in lower case.
	names []string
	// charsets means that the reader decodes other charsets than UTF-8.
	charsets bool
	read     func(r io.Reader, s Source, o extract.Options) iter.Seq2[extract.Match, error]
}

// formats are the types of documents, in the order of Types. Types of files that contain documents
// are in signatures.
var formats = [...]format{
	{
		t: Text, media: []string{"text/plain"},
		names: []string{".txt", ".text", ".log"},
		read:  readText,
	},
	{
		t: Mail, media: []string{"message/rfc822", "message/global", "message/news"},
		names:    []string{".eml", ".mht", ".mhtml"},
		charsets: true, read: readMail(mail.URLs),
	},
	{
		t: Mbox, media: []string{"application/mbox"},
		names:    []string{".mbox", ".mbx"},
		charsets: true, read: readMail(mail.Mbox),
	},
	{
		t: HTML, media: []string{"text/html", "application/xhtml+xml", "image/svg+xml"},
		names:    []string{".html", ".htm", ".xhtml", ".xht", ".shtml", ".svg"},
		charsets: true, read: readPage,
	},
	{
		t: Markdown, media: []string{"text/markdown", "text/x-markdown"},
		names: []string{".md", ".markdown", ".mdown", ".mkd", ".mkdn", ".mdwn", ".mkdown", ".qmd", ".rmd"},
		read:  readMarkdown,
	},
	{
		t: MDX, media: []string{"text/mdx"},
		names: []string{".mdx"},
		read:  readMDX,
	},
	{
		t: CSS, media: []string{"text/css"},
		names:    []string{".css"},
		charsets: true, read: readSheet,
	},
	{
		t: Gemtext, media: []string{"text/gemini"},
		names: []string{".gmi", ".gemini"},
		read:  readGemtext,
	},
	{
		t: XML, media: []string{"application/xml", "text/xml"},
		names: []string{".xml", ".rss", ".atom", ".opml", ".xsl", ".xslt", ".xsd", ".dbk", ".docbook", ".dita", ".ditamap", ".rdf", ".kml", ".gpx", ".wsdl"},
		read:  readXML,
	},
	{
		t: Gopher, media: []string{"application/gopher-menu", "application/gopher+-menu"},
		names: []string{"gophermap", ".gophermap"},
		read:  readGopher,
	},
	{
		t: Man, media: []string{"text/troff", "text/x-troff", "application/x-troff", "application/x-troff-man"},
		names: []string{".man", ".mdoc", ".roff", ".troff"},
		read:  readDecoded(func() literal.Decoder { return &roff.Decoder{} }),
	},
	{
		t: JSON, media: []string{"application/json", "text/json", "application/jsonlines", "application/jsonl", "application/x-ndjson", "application/json-seq"},
		names: []string{".json", ".jsonl", ".ndjson", ".jsonc", ".geojson", ".jsonld", ".har", ".webmanifest", ".topojson", ".map", ".gltf", ".avsc", "composer.lock", "pipfile.lock", ".eslintrc"},
		read:  readQuoted(quoted.JSON),
	},
	{
		t: JSON5, media: []string{"application/json5"},
		names: []string{".json5", ".babelrc"},
		read:  readQuoted(quoted.JSON5),
	},
	{
		t: TOML, media: []string{"application/toml"},
		names: []string{".toml", "cargo.lock", "poetry.lock", "pdm.lock", "uv.lock", "pipfile"},
		read:  readQuoted(quoted.TOML),
	},
	{
		t: INI, media: []string{"text/x-ini"},
		names: []string{".ini", ".cfg", ".conf", ".cnf", ".inf", ".desktop", ".directory", ".url", ".repo", ".service", ".timer", ".socket", ".target",
			".mount", ".editorconfig", ".gitconfig", ".gitmodules", ".npmrc", ".pylintrc", ".flake8", ".coveragerc", ".wgetrc", ".curlrc", ".hgrc"},
		read: readQuoted(quoted.INI),
	},
	{
		t: Properties, media: []string{"text/x-java-properties"},
		names: []string{".properties"},
		read:  readQuoted(quoted.Properties),
	},
	{
		t: Env, media: []string{"text/x-dotenv"},
		names: []string{".env", ".env.local", ".env.example", ".env.sample", ".env.template", ".env.dist", ".env.defaults", ".env.development", ".env.production", ".env.staging", ".env.test"},
		read:  readQuoted(quoted.Env),
	},
	{
		t: YAML, media: []string{"application/yaml", "text/yaml", "application/x-yaml", "text/x-yaml"},
		names: []string{".yaml", ".yml", ".cff", ".clang-format", ".clang-tidy", ".yamllint", ".gemrc"},
		read:  readDecoded(func() literal.Decoder { return &yaml.Decoder{} }),
	},
	{
		t: CSV, media: []string{"text/csv"},
		names: []string{".csv"},
		read:  readDecoded(func() literal.Decoder { return &delimited.Decoder{} }),
	},
	{
		t: TSV, media: []string{"text/tab-separated-values"},
		names: []string{".tsv", ".tab"},
		read:  readDecoded(func() literal.Decoder { return &delimited.Decoder{Delimiter: '\t'} }),
	},
	{
		t: Notebook, media: []string{"application/x-ipynb+json"},
		names: []string{".ipynb"},
		read:  readNotebook,
	},
	{
		t: LaTeX, media: []string{"application/x-latex", "text/x-tex", "application/x-tex", "text/x-latex", "application/x-bibtex", "text/x-bibtex"},
		names: []string{".tex", ".latex", ".ltx", ".bib", ".bbl", ".sty", ".cls", ".dtx"},
		read:  readLaTeX,
	},
	{
		t: AsciiDoc, media: []string{"text/asciidoc", "text/x-asciidoc"},
		names: []string{".adoc", ".asciidoc", ".asc", ".ad"},
		read:  readAsciiDoc,
	},
	{
		t: RST, media: []string{"text/x-rst", "text/prs.fallenstein.rst"},
		names: []string{".rst", ".rest"},
		read:  readDecoded(func() literal.Decoder { return &rst.Decoder{} }),
	},
	{
		t: Org, media: []string{"text/org", "text/x-org"},
		names: []string{".org"},
		read:  readDecoded(func() literal.Decoder { return &org.Decoder{} }),
	},
	{
		t: Program, media: []string{"text/x-c"}, // and those of package source
		read: readProgram,
	},
}

// formatOf returns the format of a type, or nil.
func formatOf(t Type) *format {
	for i := range formats {
		if formats[i].t == t {
			return &formats[i]
		}
	}
	return nil
}

// A formatTable finds types by what describes a document.
type formatTable struct{ media, names map[string]Type }

// tables returns the table of formats.
var tables = sync.OnceValue(func() formatTable {
	t := formatTable{map[string]Type{}, map[string]Type{}}
	for _, f := range formats {
		for _, media := range f.media {
			t.media[media] = f.t
		}
		for _, name := range f.names {
			t.names[name] = f.t
		}
	}
	for _, media := range source.Media() {
		t.media[media] = Program
	}
	for _, name := range source.Names() {
		t.names[name] = Program
	}
	return t
})

// Types returns all types.
func Types() (types []Type) {
	for _, f := range formats {
		types = append(types, f.t)
	}
	return types
}

// Media returns the media type of documents of a type, or "" for any other type.
func (t Type) Media() string {
	if f := formatOf(t); f != nil {
		return f.media[0]
	}
	return ""
}

// readsCharsets reports whether the reader of a type decodes other charsets than UTF-8.
func readsCharsets(t Type) bool {
	f := formatOf(t)
	return f == nil || f.charsets
}

func readText(r io.Reader, s Source, o extract.Options) iter.Seq2[extract.Match, error] {
	return based(extract.Text(r, o), s.Base)
}

// readMail returns a reader of messages.
func readMail(urls func(io.Reader, mail.Options) iter.Seq2[extract.Match, error]) func(io.Reader, Source, extract.Options) iter.Seq2[extract.Match, error] {
	return func(r io.Reader, s Source, o extract.Options) iter.Seq2[extract.Match, error] {
		return urls(r, mail.Options{Options: o, Base: s.Base, Part: func(media, name string) *mail.Reader { return s.part(media, name, s, o) }})
	}
}

func readPage(r io.Reader, s Source, o extract.Options) iter.Seq2[extract.Match, error] {
	isXML := isXMLPage(s)
	if ext := strings.ToLower(path.Ext(s.Name)); s.Media == "" && !isXML && ext != ".html" && ext != ".htm" && ext != ".shtml" {
		const declaration = "<?xml"
		b := bufio.NewReader(r)
		head, _ := b.Peek(len(declaration))
		isXML, r = string(head) == declaration || strings.HasPrefix(string(head), "<svg"), b
	}
	return html.URLs(r, html.Options{Options: o, Base: s.Base, Root: s.Root, MediaType: s.Media, XML: isXML, Anchor: s.Anchor, Title: s.Title, Stream: s.stream})
}

// isXMLPage reports whether a page is XHTML or SVG, by its media type or else by its name.
func isXMLPage(s Source) bool {
	if s.Media != "" {
		kind, _, _ := strings.Cut(s.Media, ";")
		return strings.HasSuffix(strings.ToLower(strings.TrimSpace(kind)), "+xml")
	}
	switch strings.ToLower(path.Ext(s.Name)) {
	case ".xhtml", ".xht", ".svg", ".svgz":
		return true
	}
	return false
}

func readSheet(r io.Reader, s Source, o extract.Options) iter.Seq2[extract.Match, error] {
	return html.Sheet(r, html.Options{Options: o, Base: s.Base, MediaType: s.Media})
}

func readMarkdown(r io.Reader, s Source, o extract.Options) iter.Seq2[extract.Match, error] {
	return markdown.URLs(r, markdownOptions(s, o))
}

func readMDX(r io.Reader, s Source, o extract.Options) iter.Seq2[extract.Match, error] {
	mo := markdownOptions(s, o)
	mo.MDX = true
	return markdown.URLs(r, mo)
}

func markdownOptions(s Source, o extract.Options) markdown.Options {
	return markdown.Options{Options: o, Base: s.Base, Code: s.Code, Anchor: s.Anchor, Title: s.Title, Dialects: s.Dialects, Wiki: s.Wiki}
}

func readGemtext(r io.Reader, s Source, o extract.Options) iter.Seq2[extract.Match, error] {
	return gemtext.URLs(r, gemtext.Options{Options: o, Base: s.Base, Code: s.Code, Title: s.Title})
}

func readXML(r io.Reader, s Source, o extract.Options) iter.Seq2[extract.Match, error] {
	return xml.URLs(r, xml.Options{Options: o, Base: s.Base})
}

func readGopher(r io.Reader, s Source, o extract.Options) iter.Seq2[extract.Match, error] {
	return gophermap.URLs(r, gophermap.Options{Options: o, Base: s.Base})
}

// readQuoted returns a reader of documents in a language.
func readQuoted(l *quoted.Language) func(io.Reader, Source, extract.Options) iter.Seq2[extract.Match, error] {
	return readDecoded(func() literal.Decoder { return quoted.New(l) })
}

func readLaTeX(r io.Reader, s Source, o extract.Options) iter.Seq2[extract.Match, error] {
	return readLiteral(r, &latex.Decoder{}, s, o)
}

func readAsciiDoc(r io.Reader, s Source, o extract.Options) iter.Seq2[extract.Match, error] {
	return readLiteral(r, &asciidoc.Decoder{Antora: strings.Contains("/"+s.Name, "/modules/")}, s, o)
}

// readNotebook reads a notebook, whose cells are documents.
func readNotebook(r io.Reader, s Source, o extract.Options) iter.Seq2[extract.Match, error] {
	text := extract.NewSearcher(o)
	inner := func(read func(io.Reader, Source, extract.Options) iter.Seq2[extract.Match, error]) literal.Reader {
		s := s
		s.Media = "" // of the notebook
		return func(r io.Reader) iter.Seq2[extract.Match, error] { return read(r, s, o) }
	}
	code := func(r io.Reader, s Source, o extract.Options) iter.Seq2[extract.Match, error] {
		python := quoted.New(source.Language("a.py", "")) // the notebook names its language after the cells
		return literal.URLs(r, python, literal.Options{Options: o, Base: s.Base, Searcher: text})
	}
	return readLiteral(r, &notebook.Decoder{Markdown: inner(readMarkdown), HTML: inner(readPage), Text: text.Text, Code: inner(code)}, s, o)
}

func readProgram(r io.Reader, s Source, o extract.Options) iter.Seq2[extract.Match, error] {
	return readLiteral(r, quoted.New(source.Language(s.Name, s.Media)), s, o)
}

// readDecoded returns a reader of documents that a decoder reads.
func readDecoded(decoder func() literal.Decoder) func(io.Reader, Source, extract.Options) iter.Seq2[extract.Match, error] {
	return func(r io.Reader, s Source, o extract.Options) iter.Seq2[extract.Match, error] {
		return readLiteral(r, decoder(), s, o)
	}
}

// readLiteral reads a document whose text is written with escapes.
func readLiteral(r io.Reader, d literal.Decoder, s Source, o extract.Options) iter.Seq2[extract.Match, error] {
	return literal.URLs(r, d, literal.Options{Options: o, Base: s.Base})
}
