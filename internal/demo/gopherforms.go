package demo

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/views"
)

// maxAnswerLines limits the answers to a form: no form here has ten questions.
const maxAnswerLines = 100

// form is an item with questions. Source: Gopher+ 1993, 2.6; rfc1738 3.4.5.
type form struct {
	display  string
	selector string
	ask      []string                              // the lines of its ASK block
	answer   func(lines []string) (string, string) // a text, or the error in the answers
}

// item returns the form's line in a menu.
func (f form) item() menuItem {
	return menuItem{kind: '0', display: f.display, selector: f.selector, flag: "?"}
}

// form returns the form of a selector without its slashes, or nil.
func (g *gopherd) form(key string) *form {
	for i := range g.forms {
		if g.forms[i].selector == "/"+key {
			return &g.forms[i]
		}
	}
	return nil
}

// forms returns the forms of a library.
func forms(l *library) []form {
	return []form{{
		display:  "Have a URL written (a form)",
		selector: "/forms/write",
		ask: []string{
			"Note: Say what it is and where it is. The library writes the URL.",
			"Choose: Scheme\tftp\thttp\tgopher",
			"Ask: Host\tlibrary.example",
			"Ask: Name, with any characters\ta/b 100%.txt",
			"Select: The slashes are part of the name:0",
		},
		answer: writeURL,
	}, {
		display:  "What shall I read tonight? (a form)",
		selector: "/forms/advice",
		ask: []string{
			"Note: The library reads your answers, gives advice, and forgets them.",
			"AskL: Words that you like, one per line\tslash",
			"Ask: How many texts\t3",
			"Choose: The time that you have\ta minute\tan evening",
		},
		answer: l.advise,
	}}
}

// readAnswers reads the answers to a form: lines up to a line with only a dot, the only framing
// that all servers have used. Source: rfc1738 3.4.9.
func readAnswers(r *bufio.Reader) (lines []string, err error) {
	head, err := readLine(r)
	if err != nil {
		return nil, err
	}
	if head != "+-1" {
		return nil, errors.New("they must begin with +-1 and end with a line of one dot")
	}
	for range maxAnswerLines {
		line, err := readLine(r)
		switch {
		case err == io.EOF:
			return nil, io.ErrUnexpectedEOF
		case err != nil:
			return nil, err
		case line == ".":
			return lines, nil
		}
		lines = append(lines, line)
	}
	return nil, fmt.Errorf("more than %d lines", maxAnswerLines)
}

// fill responds to a completed form.
func (g *gopherd) fill(w *bufio.Writer, f *form, p plusRequest) {
	if !p.filled {
		g.failPlus(w, "This is a form: ask for its questions with !, and send the answers.")
		return
	}
	text, wrong := f.answer(p.answers)
	if wrong != "" {
		g.failPlus(w, wrong)
		return
	}
	w.WriteString("+-1\r\n")
	writeText(w, text)
}

// writeURL responds to the form that builds a URL. It does not check whether the object exists.
func writeURL(lines []string) (text, wrong string) {
	if len(lines) != 4 {
		return "", "There are four questions."
	}
	name := lines[2]
	segments := []string{name}
	if lines[3] != "1" && lines[0] != "gopher" { // its selector is one string, with its slashes
		segments = strings.Split(name, "/")
	}
	view := viewOfName(lines[0], lines[1], segments)
	if view == nil {
		return "", "The form does not have that scheme."
	}
	u, err := view.URL(earl.RFC1738)
	return written(u, err, segments)
}

// writable is a view that can be written as a URL.
type writable interface {
	URL(*earl.Edition) (earl.URL, error)
}

// viewOfName returns the view of an object with some segments at a host, which may have a port.
// It returns nil for a scheme that the form does not have.
func viewOfName(scheme, host string, segments []string) writable {
	var port earl.Field
	host, digits, ok := strings.Cut(host, ":")
	if ok {
		port = earl.Some(earl.Octets(digits))
	}
	last := earl.Octets(segments[len(segments)-1])
	switch scheme {
	case "ftp":
		v := views.FTP{Host: earl.Octets(host), Port: port, Name: earl.Some(last)}
		for _, s := range segments[:len(segments)-1] {
			v.Cwd = append(v.Cwd, earl.Octets(s))
		}
		return v
	case "http":
		var path []byte
		for _, s := range segments {
			path = earl.RFC1738.AppendEscape(append(path, '/'), earl.Octets(s), "")
		}
		return views.HTTP{Scheme: scheme, Host: earl.Octets(host), Port: port, Path: string(path)}
	case "gopher":
		return views.Gopher{Scheme: scheme, Host: earl.Octets(host), Port: port, Type: earl.Some("0"), Selector: last}
	}
	return nil
}

// written returns a text that explains a URL.
func written(u earl.URL, err error, names []string) (text, wrong string) {
	if err != nil {
		return "", "There is no such URL: " + err.Error()
	}
	text = "The URL is\n\n  " + u.String() + "\n\nIt contains"
	for _, name := range names {
		text += " " + strconv.Quote(name)
	}
	return text + ".\n", ""
}

// advise responds to the form that recommends texts, with those of the highest ranks.
func (l *library) advise(lines []string) (text, wrong string) {
	if len(lines) == 0 {
		return "", "There are three questions."
	}
	n, err := strconv.Atoi(lines[0])
	if err != nil || n < 0 || len(lines) != n+3 {
		return "", "The first answer begins with its number of lines, and two more answers follow."
	}
	words, many, time := strings.Join(lines[1:1+n], " "), lines[n+1], lines[n+2]
	count, err := strconv.Atoi(many)
	if err != nil || count < 1 || count > maxHits {
		return "", fmt.Sprintf("How many texts? A number from 1 to %d.", maxHits)
	}
	best := l.index.ranked(words)
	if len(best) == 0 {
		return "Nothing here has any of these words. Read the tour.\n", ""
	}
	if time == "a minute" {
		slices.SortStableFunc(best, func(a, b *node) int { return len(a.data) - len(b.data) })
	}
	text = "You have " + time + ". Read\n\n"
	for _, n := range best[:min(count, len(best))] {
		text += fmt.Sprintf("  %s\n    %s, %d bytes\n", n.title(), n.path(), len(n.data))
	}
	return text, ""
}
