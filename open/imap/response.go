package imap

import (
	"encoding/base64"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/earl-url/earl/open"
)

// line reads a line of a response. literal is the number of bytes that follow
// it, or -1. Source: rfc9051 4.3.
func (s *session) line() (text string, literal int64, err error) {
	b, err := s.Conn.ReadLine(s.opts.Response, "imap.Options.Response")
	if err != nil {
		return "", -1, err
	}
	text = string(b)
	s.Trace('S', s.Hide(text))
	text, n := cutLiteral(text)
	return text, n, nil
}

// cutLiteral removes "{n}" from the end of a line and returns n, or -1.
func cutLiteral(line string) (text string, n int64) {
	open := strings.LastIndexByte(line, '{')
	if open < 0 || !strings.HasSuffix(line, "}") {
		return line, -1
	}
	digits := strings.TrimSuffix(line[open+1:len(line)-1], "+")
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 0 || strings.ContainsAny(digits, "+-") {
		return line, -1
	}
	return strings.TrimSuffix(line[:open], "~"), n
}

// response reads a response. Each literal in it becomes a quoted string, in
// which line ends stay.
func (s *session) response() (string, error) {
	text, n, err := s.line()
	if err != nil || n < 0 {
		return text, err
	}
	return s.rest(text, n)
}

// rest reads the rest of a response whose line ended before a literal of n
// bytes.
func (s *session) rest(text string, n int64) (string, error) {
	var b strings.Builder
	b.WriteString(text)
	for n >= 0 {
		if n > int64(s.opts.Response-b.Len()) {
			return "", &open.LimitError{Setting: "imap.Options.Response", Err: fmt.Errorf("%w: a response of more than %d bytes", open.ErrProtocol, s.opts.Response)}
		}
		literal := make([]byte, n)
		if _, err := io.ReadFull(s.Conn, literal); err != nil {
			return "", cut(err)
		}
		b.WriteString(quote(string(literal)))
		var err error
		if text, n, err = s.line(); err != nil {
			return "", cut(err)
		}
		b.WriteString(text)
		if b.Len() > s.opts.Response {
			return "", &open.LimitError{Setting: "imap.Options.Response", Err: fmt.Errorf("%w: a response of more than %d bytes", open.ErrProtocol, s.opts.Response)}
		}
	}
	return b.String(), nil
}

// cut returns the error of a connection that ended inside a response.
func cut(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return fmt.Errorf("%w: the server closed the connection inside a response", open.ErrCut)
	}
	return err
}

// quote returns a quoted string. Source: rfc9051 4.3.
func quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// value is a piece of a response: a string, an atom or NIL, or a list.
type value struct {
	text string
	list []value
	is   byte // 's' string, 'a' atom, 'l' list
}

// maxLists limits the lists in lists of a response: those that are requested have
// three.
const maxLists = 10

// values reads the pieces of a response. ok is false if it has no valid form.
func values(text string) (list []value, ok bool) {
	list, rest, ok := readValues(text, maxLists)
	return list, ok && rest == ""
}

// readValues reads pieces up to a closing parenthesis or the end.
func readValues(text string, depth int) (list []value, rest string, ok bool) {
	for {
		text = strings.TrimLeft(text, " ")
		switch {
		case text == "" || text[0] == ')':
			return list, text, true
		case text[0] == '(':
			if depth == 0 {
				return nil, "", false
			}
			inner, after, ok := readValues(text[1:], depth-1)
			if !ok || after == "" {
				return nil, "", false
			}
			list, text = append(list, value{list: inner, is: 'l'}), after[1:]
		case text[0] == '"':
			s, after, ok := readQuoted(text)
			if !ok {
				return nil, "", false
			}
			list, text = append(list, value{text: s, is: 's'}), after
		default:
			end := atomEnd(text)
			list, text = append(list, value{text: text[:end], is: 'a'}), text[end:]
		}
	}
}

// readQuoted reads a quoted string at the beginning of text.
func readQuoted(text string) (s, rest string, ok bool) {
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return b.String(), text[i+1:], true
		case c == '\\' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
		default:
			b.WriteByte(c)
		}
	}
	return "", "", false
}

// atomEnd returns the end of an atom, which is not empty. Brackets inside it, as in
// BODY[HEADER.FIELDS (SUBJECT)], belong to it.
func atomEnd(text string) int {
	inside := 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '[':
			inside++
		case c == ']' && inside > 0:
			inside--
		case inside == 0 && strings.IndexByte(` ()"`, c) >= 0:
			return max(i, 1)
		}
	}
	return len(text)
}

// decodeName returns the name of a mailbox in UTF-8. A name that is not in
// modified UTF-7 is returned unchanged: newer servers send UTF-8. Source:
// rfc3501 5.1.3; rfc9051 5.1.
func decodeName(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		if name[i] != '&' {
			b.WriteByte(name[i])
			continue
		}
		end := strings.IndexByte(name[i:], '-')
		if end < 0 {
			return name
		}
		piece := name[i+1 : i+end]
		if i += end; piece == "" {
			b.WriteByte('&')
			continue
		}
		raw, err := base64.RawStdEncoding.DecodeString(strings.ReplaceAll(piece, ",", "/"))
		if err != nil || len(raw)%2 != 0 {
			return name
		}
		units := make([]uint16, len(raw)/2)
		for k := range units {
			units[k] = uint16(raw[2*k])<<8 | uint16(raw[2*k+1])
		}
		b.WriteString(string(utf16.Decode(units)))
	}
	return b.String()
}

// encodeName returns the name of a mailbox in modified UTF-7, which every server
// understands. Source: rfc3501 5.1.3.
func encodeName(name string) string {
	var b strings.Builder
	for name != "" {
		i := strings.IndexFunc(name, func(r rune) bool { return r < ' ' || r > '~' })
		if i < 0 {
			i = len(name)
		}
		b.WriteString(strings.ReplaceAll(name[:i], "&", "&-"))
		if name = name[i:]; name == "" {
			break
		}
		end := strings.IndexFunc(name, func(r rune) bool { return ' ' <= r && r <= '~' })
		if end < 0 {
			end = len(name)
		}
		var raw []byte
		for _, unit := range utf16.Encode([]rune(name[:end])) {
			raw = append(raw, byte(unit>>8), byte(unit))
		}
		b.WriteString("&" + strings.ReplaceAll(base64.RawStdEncoding.EncodeToString(raw), "/", ",") + "-")
		name = name[end:]
	}
	return b.String()
}

// isName reports whether a name is valid UTF-8, so that encodeName keeps it.
func isName(name string) bool { return utf8.ValidString(name) }
