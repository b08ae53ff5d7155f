package demo

import (
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// telnetd serves the library's catalogue to terminals: RFC 854 with RFC 857 (echo), RFC 858
// (suppress go-ahead) and RFC 1073 (window size).
type telnetd struct {
	library *library
	idle    time.Duration
}

// reader is one user of the catalogue.
type reader struct {
	*nvt
	d     *library
	name  string
	cards []*node // the cards that the numbers refer to
	gone  bool
}

// handle serves one user until they leave.
func (d *telnetd) handle(c net.Conn) {
	serveCatalogue(c, newNVT(c, d.idle), d.library, "")
}

// serveCatalogue serves one user of a terminal until they leave. It asks for an empty name.
func serveCatalogue(c net.Conn, t *nvt, l *library, name string) {
	r := &reader{nvt: t, d: l, name: strings.TrimSpace(printable(name)), cards: l.things()}
	switch err := r.visit(); {
	case err == errFlood:
		r.write("\nThat is more than anyone types. Goodbye.\n")
	case err != nil:
		r.write("\nYou have gone.\n")
	}
	r.w.Flush()
	linger(c) // half a line end may still arrive
}

// things returns all objects of the library, in the order of the directories.
func (l *library) things() (all []*node) {
	l.files.walk(func(n *node) {
		if !n.dir {
			all = append(all, n)
		}
	})
	return all
}

// visit asks for the name if it is not known, and then runs commands.
func (r *reader) visit() error {
	r.write("The library's catalogue\n=======================\n")
	if r.name == "" {
		r.write("\nYour name, please. Any name will do, and it is not stored.\nname: ")
		name, ok, err := r.readLine()
		if err != nil {
			return err
		}
		if r.name = strings.TrimSpace(printable(name)); !ok || r.name == "" {
			r.name = "stranger"
		}
	}
	r.write("\nGood evening, " + r.name + ". There are " + strconv.Itoa(len(r.cards)) + " cards in this catalogue.\nType help for what it can do.\n")
	for !r.gone {
		r.write("> ")
		line, ok, err := r.readLine()
		if err != nil {
			return err
		}
		if ok {
			if err := r.obey(line); err != nil {
				return err
			}
		}
	}
	return nil
}

// printable returns a line without characters that control a terminal.
func printable(line string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' || c >= 0x7F && c < 0xA0 || c == utf8.RuneError {
			return -1
		}
		return c
	}, line)
}

// obey runs the command in a line: a word, the beginning of a word, or a number.
func (r *reader) obey(line string) error {
	word, rest, _ := strings.Cut(strings.TrimSpace(printable(line)), " ")
	rest = strings.TrimSpace(rest)
	if word == "" {
		return nil
	}
	if _, err := strconv.Atoi(word); err == nil {
		word, rest = "read", word
	}
	for _, c := range catalogueWords() {
		if strings.HasPrefix(c.word, strings.ToLower(word)) {
			return c.do(r, rest)
		}
	}
	return r.show("The catalogue does not know " + word + ". Type help.\n")
}

// catalogueWord is a command that a user can type.
type catalogueWord struct {
	word, args, about string
	do                func(r *reader, rest string) error
}

// catalogueWords returns the commands, in the order in which abbreviations are tried.
func catalogueWords() []catalogueWord {
	return []catalogueWord{
		{"help", "", "this list", (*reader).help},
		{"list", "", "every card, with its number", (*reader).listAll},
		{"find", "words", "the cards of texts that contain all of the words", (*reader).find},
		{"read", "number", "a text; the number is enough", (*reader).read},
		{"where", "number", "the URLs of the text in other schemes", (*reader).where},
		{"doors", "", "a URL for each scheme", (*reader).doors},
		{"quit", "", "goodbye", (*reader).leave},
		{"bye", "", "", (*reader).leave},
		{"exit", "", "", (*reader).leave},
	}
}

func (r *reader) help(string) error {
	text := ""
	for _, c := range catalogueWords() {
		if c.about != "" {
			text += fmt.Sprintf("  %-14s %s\n", strings.TrimSpace(c.word+" "+c.args), c.about)
		}
	}
	return r.show(text)
}

func (r *reader) leave(string) error {
	r.gone = true
	return r.show("Come back when you like, " + r.name + ".\n")
}

func (r *reader) doors(string) error { return r.show(strings.Join(r.d.doors(), "\n") + "\n") }

func (r *reader) listAll(string) error { return r.list(r.d.things()) }

// list shows cards and their numbers.
func (r *reader) list(cards []*node) error {
	r.cards = cards
	text := ""
	for i, n := range cards {
		text += fmt.Sprintf("%4d  %s", i+1, n.title())
		if n.parent.name != "" {
			text += " (" + n.parent.name + ")"
		}
		text += "\n"
	}
	return r.show(text)
}

func (r *reader) find(words string) error {
	var cards []*node
	for _, hit := range r.d.index.search(words) {
		cards = append(cards, hit.node)
	}
	if len(cards) == 0 {
		return r.show("No text here contains all of these words.\n")
	}
	return r.list(cards)
}

// card returns the card with a number. If there is no such card, it prints that and returns
// nil.
func (r *reader) card(number string) (*node, error) {
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > len(r.cards) {
		return nil, r.show(fmt.Sprintf("Which card? They have the numbers 1 to %d.\n", len(r.cards)))
	}
	return r.cards[n-1], nil
}

func (r *reader) read(number string) error {
	n, err := r.card(number)
	switch {
	case n == nil:
		return err
	case !n.readable():
		return r.show(fmt.Sprintf("%s: %d bytes that a terminal cannot show. Type where %s.\n", n.title(), len(n.data), number))
	}
	return r.show(utf8Of(n.data))
}

// utf8Of returns a text in UTF-8. A text that is not UTF-8 is read as Latin-1, in which each
// byte is a character.
func utf8Of(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	letters := make([]rune, len(text))
	for i := range len(text) {
		letters[i] = rune(text[i])
	}
	return string(letters)
}

func (r *reader) where(number string) error {
	n, err := r.card(number)
	if n == nil {
		return err
	}
	return r.show(strings.Join(r.d.where(n), "\n") + "\n")
}

// show writes a text in lines that fit the window, and waits when the window is full. It does
// not wait if the size of the window is unknown.
func (r *reader) show(text string) error {
	shown := 0
	for _, line := range r.wrapped(text) {
		if r.rows > 2 && shown == r.rows-1 {
			r.write("-- Return: more, q and Return: stop --")
			answer, ok, err := r.readLine()
			if err != nil {
				return err
			}
			if !ok || strings.HasPrefix(strings.TrimSpace(answer), "q") {
				return nil
			}
			shown = 0
		}
		r.write(line + "\n")
		shown++
	}
	return nil
}

// wrapped returns the lines of a text, none wider than the window.
func (r *reader) wrapped(text string) (lines []string) {
	for line := range strings.Lines(text) {
		letters := []rune(strings.TrimRight(line, "\r\n"))
		for r.columns >= 20 && len(letters) > r.columns {
			end := r.columns
			if i := slices.Index(letters[end/2:end], ' '); i >= 0 {
				for letters[end-1] != ' ' {
					end--
				}
			}
			lines, letters = append(lines, strings.TrimRight(string(letters[:end]), " ")), letters[end:]
		}
		lines = append(lines, string(letters))
	}
	return lines
}
