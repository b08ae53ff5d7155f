package robots

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/earl-url/earl/internal/ascii"
)

// A file is what the reader understood of a robots.txt.
type file struct {
	groups []group
	agents map[string][]int // groups by product token, in lower case
	unread Unread
}

// Unread are the lines of a robots.txt that the reader did not understand. The rules of
// all other lines are followed. Source: rfc9309 2.3.1.1.
type Unread struct {
	Lines int  // how many lines
	First int  // the number of the first one, from 1
	Cut   bool // the file is longer than MaxSize, and the rest was not read
}

// String returns a sentence about the lines.
func (u Unread) String() string {
	var list []string
	if u.Lines > 0 {
		list = append(list, fmt.Sprintf("%d of its lines are not as in rfc9309 2.2, the first is line %d; the others are followed", u.Lines, u.First))
	}
	if u.Cut {
		list = append(list, fmt.Sprintf("only its first %d KiB are read (rfc9309 2.5)", MaxSize>>10))
	}
	return strings.Join(list, "; ")
}

// A group has the rules for the programs of its user-agent lines.
type group struct {
	rules []rule
	delay time.Duration
}

// A rule allows or forbids the paths that its pattern matches.
type rule struct {
	allow  bool
	form   string // the pattern in normal form
	folded string // the same with the query folded
	length int    // how specific the pattern is
}

// parse reads a robots.txt. Lines that are not records, and patterns and delays that are
// not valid, are counted and otherwise ignored; records that this package does not know
// are ignored. Neither ends a group. Source: rfc9309 2.2, 2.3.1.1, 2.4.
func parse(text []byte) *file {
	f := &file{agents: map[string][]int{}}
	if len(text) > MaxSize {
		text = text[:max(bytes.LastIndexAny(text[:MaxSize+1], "\r\n"), 0)]
		f.unread.Cut = true
	}
	text = asUTF8(text)
	naming := false // a user-agent line may still add to the last group
	for number := 1; len(text) > 0; number++ {
		var line []byte
		line, text = cutLine(text)
		line, _, _ = bytes.Cut(line, []byte("#"))
		if line = bytes.Trim(line, " \t"); len(line) == 0 {
			continue
		}
		key, value, ok := cutName(string(line))
		valid := true
		switch key {
		case "user-agent":
			if !naming {
				f.groups, naming = append(f.groups, group{}), true
			}
			valid = f.addAgent(value)
		case "allow", "disallow":
			naming = false
			valid = f.addRule(key == "allow", value)
		case "crawl-delay":
			valid = f.addDelay(value)
		}
		if !ok || !valid {
			f.unread.Lines++
			if f.unread.First == 0 {
				f.unread.First = number
			}
		}
	}
	return f
}

// cutName cuts a line into the name of a record, in lower case, and its value. If the line
// is not a record, ok is false. A name that is often misspelt, or has no colon, is then
// returned as it was meant: whoever wrote the line did not want to allow everything.
func cutName(line string) (name, value string, ok bool) {
	name, value, ok = strings.Cut(line, ":")
	name = strings.ToLower(strings.TrimRight(name, " \t"))
	if meant := spellings[name]; ok && meant != "" {
		return meant, strings.Trim(value, " \t"), name == meant
	}
	if first, rest, spaced := strings.Cut(strings.ReplaceAll(line, "\t", " "), " "); spaced {
		if meant := spellings[strings.ToLower(first)]; meant != "" {
			return meant, strings.Trim(rest, " "), false
		}
	}
	ok = ok && name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_ ") == ""
	return "", "", ok
}

// spellings are the names of records with what is meant by them. The misspelt ones are
// those that other readers of robots.txt accept.
var spellings = map[string]string{
	"user-agent": "user-agent", "useragent": "user-agent", "user agent": "user-agent",
	"allow": "allow", "disallow": "disallow", "dissallow": "disallow", "dissalow": "disallow",
	"disalow": "disallow", "diasllow": "disallow", "disallaw": "disallow",
	"crawl-delay": "crawl-delay",
}

// asUTF8 removes a byte order mark and converts UTF-16, which some editors write.
func asUTF8(text []byte) []byte {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(text, []byte("\xFF\xFE")):
		order = binary.LittleEndian
	case bytes.HasPrefix(text, []byte("\xFE\xFF")):
		order = binary.BigEndian
	default:
		return bytes.TrimPrefix(text, []byte("\xEF\xBB\xBF"))
	}
	var units []uint16
	for text = text[2:]; len(text) > 1; text = text[2:] {
		units = append(units, order.Uint16(text))
	}
	return []byte(string(utf16.Decode(units)))
}

// cutLine cuts the first line from a text. It ends with CR, LF or both.
func cutLine(text []byte) (line, rest []byte) {
	i := bytes.IndexAny(text, "\r\n")
	if i < 0 {
		return text, nil
	}
	line, rest = text[:i], text[i+1:]
	if text[i] == '\r' && len(rest) > 0 && rest[0] == '\n' {
		rest = rest[1:]
	}
	return line, rest
}

// addAgent adds a program to the last group. It returns false if the text has no product
// token. Source: rfc9309 2.2.1.
func (f *file) addAgent(text string) bool {
	token := productToken(text)
	if token == "" {
		return false
	}
	last := len(f.groups) - 1
	if list := f.agents[token]; len(list) == 0 || list[len(list)-1] != last {
		f.agents[token] = append(list, last)
	}
	return true
}

// productToken returns the product token at the beginning of a text, in lower case, or
// "*". It returns "" if there is no token.
func productToken(text string) string {
	if text == "*" || strings.HasPrefix(text, "* ") || strings.HasPrefix(text, "*\t") {
		return "*"
	}
	n := 0
	for n < len(text) && (text[n] == '-' || text[n] == '_' || ascii.IsLetter(text[n])) {
		n++
	}
	return strings.ToLower(text[:n])
}

// addRule adds a rule to the last group. It returns false if the pattern is not one: it
// must begin with a slash or an asterisk. What a pattern without a slash forbids is
// forbidden as if it had the slash; such a pattern allows nothing. A rule before the first
// group and one without a pattern have no effect. Source: rfc9309 2.2, 2.2.2.
func (f *file) addRule(allow bool, pattern string) bool {
	if pattern == "" {
		return true
	}
	valid := pattern[0] == '/' || pattern[0] == '*' || pattern == "$"
	if len(f.groups) == 0 || !valid && allow {
		return false
	}
	if !valid {
		pattern = "/" + pattern
	}
	r := rule{allow: allow}
	r.form, r.length = patternForm(pattern)
	r.folded = fold(r.form)
	g := &f.groups[len(f.groups)-1]
	g.rules = append(g.rules, r)
	return valid
}

// addDelay sets the Crawl-delay of the last group. It returns false if the text is not a
// number of seconds. Crawl-delay is not part of the RFC.
func (f *file) addDelay(text string) bool {
	seconds, err := strconv.ParseFloat(text, 64)
	if (err != nil && !math.IsInf(seconds, 1)) || math.IsNaN(seconds) || seconds < 0 {
		return false
	}
	if len(f.groups) > 0 {
		d := time.Duration(math.MaxInt64)
		if seconds < d.Seconds() {
			d = time.Duration(seconds * float64(time.Second))
		}
		g := &f.groups[len(f.groups)-1]
		g.delay = max(g.delay, d)
	}
	return true
}

// of returns the groups for a program as one: those with its product token, or else those
// for all programs. The most specific rule is first; of equally specific ones, allow is.
// Source: rfc9309 2.2.1, 2.2.2.
func (f *file) of(agent string) group {
	list := f.agents[productToken(agent)]
	if len(list) == 0 {
		list = f.agents["*"]
	}
	var all group
	for _, i := range list {
		all.rules = append(all.rules, f.groups[i].rules...)
		all.delay = max(all.delay, f.groups[i].delay)
	}
	slices.SortStableFunc(all.rules, func(a, b rule) int {
		if a.length != b.length {
			return b.length - a.length
		}
		if a.allow != b.allow && a.allow {
			return -1
		}
		return 0
	})
	return all
}

// allows reports whether the rules allow a path with its query. Source: rfc9309 2.2.2.
func (g *group) allows(path string) bool {
	form := pathForm(path)
	if form == "/robots.txt" {
		return true
	}
	folded := fold(form)
	for i := range g.rules {
		r := &g.rules[i]
		if matches(r.form, form) || (len(folded) < len(form) || len(r.folded) < len(r.form)) && matches(r.folded, folded) {
			return r.allow
		}
	}
	return true
}

// The normal form of a pattern or path has one spelling for each byte, however it was
// written: an escape, a raw byte, or a reserved character and its escape are the same.
// Only an escaped slash or question mark differs from one that separates. A byte that
// needs an escape becomes two bytes, which differ from all that others become.
// Source: rfc9309 2.2.2.

// patternForm returns the normal form of a pattern, in which * and a $ at the end are the
// special characters. It also returns how many bytes the pattern has when it is encoded.
// Source: rfc9309 2.2.3.
func patternForm(pattern string) (form string, length int) {
	b := make([]byte, 0, len(pattern))
	for i := 0; i < len(pattern); {
		c, escaped, n := byteAt(pattern[i:])
		last := i+n == len(pattern)
		switch i += n; {
		case escaped:
			b = appendByte(b, c, true)
		case c == '*' && (len(b) == 0 || b[len(b)-1] != '*'):
			b = append(b, '*')
		case c == '*':
		case c == '$' && last:
			b = append(b, '$')
		default:
			b = appendByte(b, c, false)
		}
	}
	for _, c := range b {
		length++
		if c&0xC0 == 0x80 { // the first byte of an escaped byte
			length++
		}
	}
	return string(b), length
}

// pathForm returns the normal form of a path with its query.
func pathForm(path string) string {
	b := make([]byte, 0, len(path))
	for i := 0; i < len(path); {
		c, escaped, n := byteAt(path[i:])
		i += n
		b = appendByte(b, c, escaped)
	}
	return string(b)
}

// byteAt returns the first byte of a text that is not empty, whether it is escaped, and
// the length of its spelling. A percent sign without two hexadecimal digits is a byte.
func byteAt(text string) (c byte, escaped bool, n int) {
	if text[0] == '%' && len(text) > 2 {
		if v, err := strconv.ParseUint(text[1:3], 16, 8); err == nil {
			return byte(v), true, 3
		}
	}
	return text[0], false, 1
}

// appendByte appends a byte in normal form.
func appendByte(b []byte, c byte, escaped bool) []byte {
	switch {
	case c <= ' ' || c >= 0x7F, c == '*', c == '$', escaped && (c == '/' || c == '?'):
		return append(b, 0x80|c>>4, 0xC0|c&0xF)
	}
	return append(b, c)
}

// fold returns a normal form in which a slash or question mark of the query is the same as
// its escape, because neither separates there. The example of the RFC asks for this:
// "?baz=https://foo.bar" is the same as "?baz=https%3A%2F%2Ffoo.bar".
// Source: rfc9309 2.2.2.
func fold(form string) string {
	path, query, ok := strings.Cut(form, "?")
	if !ok {
		return form
	}
	folded := escapes.Replace(query)
	if folded == query {
		return form
	}
	return path + "?" + folded
}

// escapes replaces the normal forms of an escaped slash and question mark.
var escapes = strings.NewReplacer("\x82\xCF", "/", "\x83\xCF", "?")

// matches reports whether a pattern matches a path, both in normal form. It needs time
// linear in their lengths: the shortest match of each part leaves most for the others.
// Source: rfc9309 2.2.2, 2.2.3.
func matches(pattern, path string) bool {
	pattern, whole := strings.CutSuffix(pattern, "$")
	part, rest, more := strings.Cut(pattern, "*")
	path, ok := strings.CutPrefix(path, part)
	for ok && more {
		if part, rest, more = strings.Cut(rest, "*"); !more && whole {
			return strings.HasSuffix(path, part)
		}
		_, path, ok = strings.Cut(path, part)
	}
	return ok && (!whole || path == "")
}
