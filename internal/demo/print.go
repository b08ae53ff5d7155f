package demo

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
)

// The maximum that a stop shows. "earl get -v" shows everything.
const (
	maxSent = 10
	maxBody = 3
	maxRows = 5
)

const (
	// schemeWidth is the width of a column of schemes: that of the longest, mailserver.
	schemeWidth = 10
	// nameWidth is the width of the names of a listing. With a size and a date, a row is
	// as long as other lines.
	nameWidth = 46
)

// printer writes the tour in 80 columns, except long URLs. It keeps its first
// error, and writes nothing after it.
type printer struct {
	w       io.Writer
	painter term.Painter
	yes, no string
	n       int // number of stops so far
	err     error
}

// newPrinter returns a printer. It uses colours if w is a terminal that
// supports them.
func newPrinter(w io.Writer) *printer {
	p := &printer{w: w, yes: "\u2713", no: "\u2717"}
	if f, ok := w.(*os.File); ok {
		p.painter.On = term.Colours(f)
		if term.Plain(f) {
			p.yes, p.no = "ok", "no"
		}
	}
	return p
}

func (p *printer) paint(s term.Style, text string) string { return p.painter.Paint(s, text) }

func (p *printer) line(text string) {
	if p.err == nil {
		_, p.err = fmt.Fprintln(p.w, text)
	}
}

func (p *printer) head(text string) {
	p.line(p.paint(term.Bold, text))
	p.line(strings.Repeat("=", len(text)))
	p.line("")
}

// field writes text after a name. Only the first of several lines has the name.
func (p *printer) field(name, text string) {
	p.line("   " + p.paint(term.Dim, fmt.Sprintf("%-5s", name)) + " " + text)
}

// stop prints the heading of a stop.
func (p *printer) stop(s stop) {
	p.n++
	indent := strings.Repeat(" ", len("99. ")+schemeWidth+2)
	for i, line := range term.Wrap(s.why, term.Columns-len(indent)) {
		if i == 0 {
			p.line(p.paint(term.Bold, fmt.Sprintf("%2d. %-*s", p.n, schemeWidth, s.scheme())) + "  " + line)
		} else {
			p.line(indent + line)
		}
	}
}

// url prints the URL that is opened. No URL here has a password.
func (p *printer) url(u earl.URL) {
	p.field("URL", p.paint(term.Cyan, u.Redacted()))
}

// answers prints the answers to a form.
func (p *printer) answers(fields []open.Question, answers []string) {
	for i, f := range fields {
		if f.Input != open.InputNone {
			p.field("type", clip(f.Prompt+": "+visible(answers[i])))
		}
	}
}

// sent prints the first lines that the client sent.
func (p *printer) sent(events []open.Event) {
	name, lines := "sent", 0
	for _, e := range events {
		if e.Dir != 'C' {
			continue
		}
		if lines++; lines > maxSent {
			continue
		}
		p.field(name, clip(visible(e.Line)))
		name = ""
	}
	switch {
	case lines == 0:
		p.field(name, "nothing")
	case lines > maxSent:
		p.field("", fmt.Sprintf("and %d more lines", lines-maxSent))
	}
}

// visible returns a sent line with a visible end: an empty line, or one that
// ends in a space, is quoted.
func visible(line string) string {
	if line == "" || strings.HasSuffix(line, " ") {
		return `"` + line + `"`
	}
	return line
}

// got prints what the server sent.
func (p *printer) got(f *found) {
	switch f.meta.Kind {
	case open.KindForm:
		p.field("came", clip(strings.TrimSuffix("a form: "+f.form.Title, ": ")))
	case open.KindAddress:
		p.field("came", "an address: "+clip(f.address.AddrSpec))
	case open.KindListing:
		p.field("came", "a listing of "+count(len(f.entries)))
		p.rows(f.entries)
	default:
		kind := ""
		if f.meta.Kind == open.KindSession {
			kind = " of a session"
		}
		if f.meta.Type != "" {
			kind = ", " + term.Safe(f.meta.Type)
		}
		p.field("came", fmt.Sprintf("%d bytes%s", len(f.body), kind))
		p.body(f)
	}
	for _, note := range f.meta.Note {
		p.field("note", clip(note))
	}
}

// count returns a number of entries.
func count(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}

// rows prints the first entries that are links.
func (p *printer) rows(entries []open.Entry) {
	n := 0
	for i, e := range entries {
		if e.URL.IsZero() {
			continue
		}
		if n++; n > maxRows && len(entries)-i > 1 {
			p.field("", fmt.Sprintf("| and %d more", len(entries)-i))
			return
		}
		p.field("", "| "+clip(entryRow(e)))
	}
}

// body prints the first lines of a text that are not empty. Content without a
// media type is a text if it looks like one.
func (p *printer) body(f *found) {
	if !strings.HasPrefix(f.meta.Type, "text/") && f.meta.Type != "message/rfc822" && (f.meta.Type != "" || strings.ContainsRune(f.body, 0) || !utf8.ValidString(f.body)) {
		return
	}
	n := 0
	for line := range strings.Lines(f.body) {
		if line = strings.TrimRight(line, "\r\n"); line == "" {
			continue
		}
		if n++; n > maxBody {
			p.field("", "| ...")
			return
		}
		p.field("", "| "+clip(line))
	}
}

// draft prints the beginning of a message.
func (p *printer) draft(text string) {
	name := "draft"
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\r\n"); line == "" {
			break
		}
		p.field(name, "| "+clip(line))
		name = ""
	}
}

// entryRow returns an entry as a line: name, size and date.
func entryRow(e open.Entry) string {
	size, date := "", ""
	if e.Size >= 0 && e.Kind == open.KindDocument {
		size = fmt.Sprint(e.Size)
	}
	if !e.Time.IsZero() {
		date = e.Time.Format("2006-01-02")
	}
	return strings.TrimRight(fmt.Sprintf("%-*s %8s  %s", nameWidth, e.Name, size, date), " ")
}

// talk prints what was typed to a service. A turn can have several lines.
func (p *printer) talk(talk []turn) {
	name := "typed"
	for _, t := range talk {
		for line := range strings.SplitSeq(t.say, "\n") {
			p.field(name, line)
			name = ""
		}
	}
}

// failed prints the error of a stop that must fail.
func (p *printer) failed(err error) {
	name := "error"
	for _, line := range term.Wrap(term.Safe(err.Error()), textWidth) {
		p.field(name, line)
		name = ""
	}
}

// verdict prints whether a stop succeeded.
func (p *printer) verdict(s stop, err error) {
	if err == nil {
		what := "the content is that of the file"
		switch {
		case s.fails:
			what = "the error is correct"
		case s.letter:
			what = "the draft is correct"
		case s.holds != "":
			what = "the response is correct"
		}
		p.line("   " + p.paint(term.Green, p.yes) + "     " + what)
	} else {
		p.line("   " + p.paint(term.Red, p.no+"     "+term.Safe(err.Error())))
	}
	p.line("")
}

// tally writes the line of a scheme.
func (p *printer) tally(scheme string, c *tally, url string) {
	mark := p.paint(term.Green, p.yes)
	if c == nil || c.good < c.all {
		mark = p.paint(term.Red, p.no)
	}
	if c == nil {
		c = new(tally)
	}
	p.line(fmt.Sprintf("   %s %-*s %d of %d  %s", mark, schemeWidth, scheme, c.good, c.all, earl.Redact(url)))
}

// page writes the line of a page that was opened through the gateway.
func (p *printer) page(url string, err error) {
	scheme, _, _ := strings.Cut(url, ":")
	mark, end := p.paint(term.Green, p.yes), ""
	if err != nil {
		mark, end = p.paint(term.Red, p.no), "  "+term.Safe(err.Error())
	}
	p.line(fmt.Sprintf("   %s %-*s %s%s", mark, schemeWidth, scheme, earl.Redact(url), end))
}

// textWidth is the width of the text after a field name.
const textWidth = term.Columns - 11

// clip makes text safe, and short enough for a line after a field name.
func clip(text string) string {
	runes := []rune(term.Safe(text))
	if len(runes) <= textWidth {
		return string(runes)
	}
	return string(runes[:textWidth-3]) + "..."
}
