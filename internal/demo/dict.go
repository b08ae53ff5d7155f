package demo

import (
	"bufio"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/earl-url/earl"
)

// dictExhibit is the dictionary server, its example and its stops on the tour.
var dictExhibit = exhibit{
	scheme:  "dict",
	full:    "420 Too many readers. Come back later.\r\n",
	serve:   func(_ *library, idle time.Duration) func(net.Conn) { return (&dictd{idle}).handle },
	example: Example{Title: "A dictionary", Text: "What a word means, and which words are like it."},
	path:    "d:locator",
	holds:   "names the place of a thing",
	stops: []stop{{
		why:   "The definitions of a word. Arguments are sent between quotes.",
		path:  "d:locator:words",
		holds: "A text that names the place of a thing",
	}, {
		why:   "A word with a quote, and a text with lines that begin with a dot.",
		path:  "d:say%20%22dot%22:*",
		holds: "\n.\n..\n.end\n",
	}, {
		why:  "The words that begin with something.",
		path: "m:go:*:prefix",
		rows: []string{"gopher [schemes]"},
	}, {
		why:  "No path: the databases.",
		path: "",
		rows: []string{"all databases [*]", "Some words about URLs [words]"},
	}},
}

// dictWords are the entries of the database "words".
var dictWords = []dictEntry{
	{"locator", "locator\n   A text that names the place of a thing. See {url}."},
	{"say \"dot\"", "A line of one dot, one of two, and a line that begins with a dot:\n.\n..\n.end"},
	{"scheme", "scheme\n   The part of a {url} before its first colon."},
	{"url", "url\n   A {locator} that is the same everywhere."},
}

// dictEntry is a headword with its text.
type dictEntry struct{ word, text string }

// dictBase is a database of the dictionary.
type dictBase struct {
	name, about string
	entries     []dictEntry
}

// dictBases returns the databases: some words, and the schemes of the registry.
func dictBases() []dictBase {
	schemes := dictBase{name: "schemes", about: "The schemes that earl knows"}
	for s := range earl.RFC3986.Schemes() {
		schemes.entries = append(schemes.entries, dictEntry{s.Name, s.Name + "\n   " + s.Note + "."})
	}
	slices.SortFunc(schemes.entries, func(a, b dictEntry) int { return strings.Compare(a.word, b.word) })
	return []dictBase{{"words", "Some words about URLs", dictWords}, schemes}
}

// dictStrategy is a way to match words.
type dictStrategy struct {
	name, about string
	match       func(word, like string) bool
}

// dictStrategies are the ways to match words, the default first.
// Source: rfc2229 3.3.
var dictStrategies = []dictStrategy{
	{"prefix", "Match the beginnings of words", strings.HasPrefix},
	{"exact", "Match whole words", func(word, like string) bool { return word == like }},
	{"substring", "Match any part of words", strings.Contains},
	{"suffix", "Match the ends of words", strings.HasSuffix},
}

// dictd answers questions about words. Source: rfc2229.
type dictd struct{ idle time.Duration }

// dictMessage is the message-id of each greeting. No command is for users only.
const dictMessage = "<1@library.example>"

// handle serves one client until it leaves.
func (d *dictd) handle(c net.Conn) {
	w := bufio.NewWriter(deadlineWriter{c, d.idle})
	r := bufio.NewReaderSize(c, maxLine)
	fmt.Fprintf(w, "220 The library has a dictionary <mime> %s\r\n", dictMessage)
	s := &dictSession{w: w, bases: dictBases()}
	for {
		if r.Buffered() == 0 && w.Flush() != nil { // a client may send several commands in one write
			return
		}
		c.SetReadDeadline(time.Now().Add(d.idle))
		line, err := readLine(r)
		if err != nil {
			w.Flush()
			linger(c)
			return
		}
		if !s.command(line) {
			w.Flush()
			return
		}
	}
}

// dictSession is the exchange with one client.
type dictSession struct {
	w     *bufio.Writer
	bases []dictBase
	mime  bool // the client requested a header before each text. Source: rfc2229 3.10.1.
}

// command replies to a command line. It returns false at the end.
func (s *dictSession) command(line string) bool {
	words, ok := dictTokens(line)
	if !ok || len(words) == 0 {
		s.reply("501 That is not a command with its arguments")
		return true
	}
	verb, args := strings.ToUpper(words[0]), words[1:]
	if (verb == "SHOW" || verb == "OPTION") && len(args) > 0 {
		verb, args = verb+" "+strings.ToUpper(args[0]), args[1:]
	}
	switch {
	case verb == "QUIT":
		s.reply("221 Goodbye")
		return false
	case verb == "CLIENT":
		s.reply("250 Welcome")
	case verb == "DEFINE" && len(args) == 2:
		s.define(args[0], args[1])
	case verb == "MATCH" && len(args) == 3:
		s.match(args[0], args[1], args[2])
	case verb == "SHOW DB", verb == "SHOW DATABASES":
		s.list("110 %d databases", s.databases())
	case verb == "SHOW STRAT", verb == "SHOW STRATEGIES":
		s.list("111 %d strategies", s.strategies())
	case verb == "SHOW INFO" && len(args) == 1:
		s.info(args[0])
	case verb == "SHOW SERVER":
		s.text("114 About this server", "A dictionary of the demo.")
		s.reply("250 ok")
	case verb == "STATUS":
		s.reply("210 Open")
	case verb == "OPTION MIME":
		s.mime = true
		s.reply("250 ok")
	case verb == "DEFINE", verb == "MATCH", verb == "SHOW INFO":
		s.reply("501 Wrong number of arguments")
	default:
		s.reply("500 Unknown command")
	}
	return true
}

// reply writes a line.
func (s *dictSession) reply(line string) { s.w.WriteString(line + "\r\n") }

// text writes a reply and a text after it. Source: rfc2229 2.4.3.
func (s *dictSession) text(reply, text string) {
	s.reply(reply)
	if s.mime {
		s.reply("")
	}
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, ".") {
			line = "." + line
		}
		s.reply(line)
	}
	s.reply(".")
}

// list writes a reply with the number of lines, the lines, and 250.
func (s *dictSession) list(reply string, lines []string) {
	s.text(fmt.Sprintf(reply, len(lines)), strings.Join(lines, "\n"))
	s.reply("250 ok")
}

// databases returns a line for each database.
func (s *dictSession) databases() (lines []string) {
	for _, b := range s.bases {
		lines = append(lines, b.name+" "+dictQuote(b.about))
	}
	return lines
}

// strategies returns a line for each strategy.
func (s *dictSession) strategies() (lines []string) {
	for _, x := range dictStrategies {
		lines = append(lines, x.name+" "+dictQuote(x.about))
	}
	return lines
}

// info writes what a database is.
func (s *dictSession) info(name string) {
	bases, ok := s.find(name)
	if !ok || len(bases) != 1 {
		s.reply("550 No such database")
		return
	}
	s.text("112 About "+name, bases[0].about+".")
	s.reply("250 ok")
}

// find returns the databases for a name: all of them for "*" and "!".
// Source: rfc2229 3.2.
func (s *dictSession) find(name string) ([]dictBase, bool) {
	if name == "*" || name == "!" {
		return s.bases, true
	}
	i := slices.IndexFunc(s.bases, func(b dictBase) bool { return strings.EqualFold(b.name, name) })
	if i < 0 {
		return nil, false
	}
	return s.bases[i : i+1], true
}

// found calls f for each entry that matches, in the first database with a match if the name is
// "!". It returns whether the database exists. Source: rfc2229 3.2.
func (s *dictSession) found(name string, match func(word string) bool, f func(b dictBase, e dictEntry)) bool {
	bases, ok := s.find(name)
	for _, b := range bases {
		n := 0
		for _, e := range b.entries {
			if match(e.word) {
				f(b, e)
				n++
			}
		}
		if n > 0 && name == "!" {
			break
		}
	}
	return ok
}

// define writes the definitions of a word. Source: rfc2229 3.2.
func (s *dictSession) define(database, word string) {
	var replies, texts []string
	ok := s.found(database, func(w string) bool { return strings.EqualFold(w, word) }, func(b dictBase, e dictEntry) {
		replies = append(replies, fmt.Sprintf("151 %s %s %s", dictQuote(e.word), b.name, dictQuote(b.about)))
		texts = append(texts, e.text)
	})
	switch {
	case !ok:
		s.reply("550 No such database")
		return
	case len(texts) == 0:
		s.reply("552 No match")
		return
	}
	s.reply(fmt.Sprintf("150 %d definitions", len(texts)))
	for i, text := range texts {
		s.text(replies[i], text)
	}
	s.reply("250 ok")
}

// match writes the words that match. Source: rfc2229 3.3.
func (s *dictSession) match(database, strategy, word string) {
	i := slices.IndexFunc(dictStrategies, func(x dictStrategy) bool {
		return strategy == "." || x.name == strings.ToLower(strategy)
	})
	if i < 0 {
		s.reply("551 No such strategy")
		return
	}
	var lines []string
	ok := s.found(database, func(w string) bool { return dictStrategies[i].match(strings.ToLower(w), strings.ToLower(word)) },
		func(b dictBase, e dictEntry) { lines = append(lines, b.name+" "+dictQuote(e.word)) })
	switch {
	case !ok:
		s.reply("550 No such database")
	case len(lines) == 0:
		s.reply("552 No match")
	default:
		s.list("152 %d matches", lines)
	}
}

// dictQuote returns text between quotes. Source: rfc2229 2.2.
func dictQuote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// dictTokens splits a line into its arguments. It reports false for quotes that do not end. A
// character after a backslash is not special. Source: rfc2229 2.2.
func dictTokens(line string) (words []string, ok bool) {
	var word []byte
	var quote byte
	inside := false
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == '\\' && i+1 < len(line):
			i++
			word, inside = append(word, line[i]), true
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote, inside = c, true
		case quote == 0 && (c == ' ' || c == '\t'):
			if inside {
				words, word, inside = append(words, string(word)), nil, false
			}
		default:
			word, inside = append(word, c), true
		}
	}
	if inside {
		words = append(words, string(word))
	}
	return words, quote == 0
}
