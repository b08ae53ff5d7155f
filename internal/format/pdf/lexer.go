package pdf

import (
	"bufio"
	"errors"
	"io"
	"strconv"
)

// The values of PDF are nil, bool, float64, text, name, []value, dict, ref and, in
// content streams, operator. Source: ISO 32000-1 7.3.
type (
	value    any
	text     string // a string, decoded
	name     string // without the slash
	dict     map[name]value
	operator string // a keyword; also a delimiter such as "["
	ref      uint32 // the number of an indirect object
)

const (
	maxToken  = 1 << 20 // bytes of a string or a word
	maxDepth  = 64      // nesting of arrays and dictionaries
	maxValues = 1 << 20 // values of one array or dictionary, including nested ones
)

// errSyntax means that a value does not have the syntax of PDF, or exceeds a
// limit.
var errSyntax = errors.New("pdf: damaged: a value is malformed or too large")

// A lexer reads values.
type lexer struct {
	r      *bufio.Reader
	n      int64   // bytes read
	again  []value // tokens that are read again, the next last
	values int     // in the current value
	refs   bool    // "1 0 R" is a reference, as everywhere except in content streams
}

// newLexer returns a lexer of r.
func newLexer(r io.Reader, refs bool) *lexer {
	return &lexer{r: bufio.NewReaderSize(r, 512), refs: refs}
}

// byte returns the next byte.
func (l *lexer) byte() (byte, error) {
	c, err := l.r.ReadByte()
	if err == nil {
		l.n++
	}
	return c, err
}

// back unreads the last byte.
func (l *lexer) back() {
	if l.r.UnreadByte() == nil {
		l.n--
	}
}

// isSpace reports whether c is white space. Source: ISO 32000-1 7.2.2.
func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == 0
}

// isDelimiter reports whether c ends a word.
func isDelimiter(c byte) bool {
	switch c {
	case '(', ')', '<', '>', '[', ']', '{', '}', '/', '%':
		return true
	}
	return isSpace(c)
}

// token returns the next token: a value that is not an array or a dictionary,
// or an operator.
func (l *lexer) token() (value, error) {
	if n := len(l.again); n > 0 {
		v := l.again[n-1]
		l.again = l.again[:n-1]
		return v, nil
	}
	c, err := l.skipSpace()
	if err != nil {
		return nil, err
	}
	switch c {
	case '(':
		return l.literal()
	case '/':
		w, err := l.word(nil)
		return name(unescapeName(w)), err
	case '[', ']', '{', '}', ')':
		return operator(c), nil
	case '<', '>':
		second, err := l.byte()
		switch {
		case err == nil && second == c:
			return operator([]byte{c, c}), nil
		case err == nil:
			l.back()
		}
		if c == '<' {
			return l.hex()
		}
		return operator(c), nil
	}
	w, err := l.word([]byte{c})
	if n, failed := strconv.ParseFloat(string(w), 64); failed == nil && (c == '+' || c == '-' || c == '.' || '0' <= c && c <= '9') {
		return n, err
	}
	switch string(w) {
	case "true":
		return true, err
	case "false":
		return false, err
	case "null":
		return nil, err
	}
	return operator(w), err
}

// skipSpace returns the next byte that is not white space or in a comment.
func (l *lexer) skipSpace() (byte, error) {
	comment := false
	for {
		c, err := l.byte()
		switch {
		case err != nil:
			return 0, err
		case comment:
			comment = c != '\n' && c != '\r'
		case c == '%':
			comment = true
		case !isSpace(c):
			return c, nil
		}
	}
}

// word reads up to a delimiter.
func (l *lexer) word(w []byte) ([]byte, error) {
	for {
		c, err := l.byte()
		switch {
		case err == io.EOF:
			return w, nil
		case err != nil:
			return nil, err
		case isDelimiter(c):
			l.back()
			return w, nil
		case len(w) == maxToken:
			return nil, errSyntax
		}
		w = append(w, c)
	}
}

// unescapeName decodes #HH in a name. Source: ISO 32000-1 7.3.5.
func unescapeName(w []byte) string {
	var b []byte
	for i := 0; i < len(w); i++ {
		if w[i] == '#' && i+2 < len(w) {
			if n, err := strconv.ParseUint(string(w[i+1:i+3]), 16, 8); err == nil {
				b = append(b, byte(n))
				i += 2
				continue
			}
		}
		b = append(b, w[i])
	}
	return string(b)
}

// literal reads a string in parentheses. Source: ISO 32000-1 7.3.4.2.
func (l *lexer) literal() (value, error) {
	var b []byte
	for depth := 1; ; {
		c, err := l.byte()
		if err != nil {
			return nil, err
		}
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return text(b), nil
			}
		case '\\':
			if b, err = l.escape(b); err != nil {
				return nil, err
			}
			continue
		}
		if b = append(b, c); len(b) > maxToken {
			return nil, errSyntax
		}
	}
}

// escape reads the text after a backslash in a string.
func (l *lexer) escape(b []byte) ([]byte, error) {
	c, err := l.byte()
	if err != nil {
		return nil, err
	}
	switch c {
	case 'n':
		return append(b, '\n'), nil
	case 'r':
		return append(b, '\r'), nil
	case 't':
		return append(b, '\t'), nil
	case 'b':
		return append(b, '\b'), nil
	case 'f':
		return append(b, '\f'), nil
	case '\r':
		if c, err = l.byte(); err == nil && c != '\n' {
			l.back()
		}
		return b, nil
	case '\n':
		return b, nil
	}
	if c < '0' || c > '7' {
		return append(b, c), nil
	}
	n := int(c - '0')
	for range 2 {
		c, err := l.byte()
		if err != nil {
			return nil, err
		}
		if c < '0' || c > '7' {
			l.back()
			break
		}
		n = n<<3 | int(c-'0')
	}
	return append(b, byte(n)), nil
}

// hex reads a string in angle brackets. Source: ISO 32000-1 7.3.4.3.
func (l *lexer) hex() (value, error) {
	var b []byte
	digits, n := 0, byte(0)
	for {
		c, err := l.byte()
		if err != nil {
			return nil, err
		}
		switch {
		case c == '>':
			if digits%2 == 1 {
				b = append(b, n<<4)
			}
			return text(b), nil
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			continue
		}
		n = n<<4 | c
		if digits++; digits%2 == 0 {
			b = append(b, n)
		}
		if len(b) > maxToken {
			return nil, errSyntax
		}
	}
}

// value returns the next value or operator.
func (l *lexer) value() (value, error) {
	l.values = 0
	return l.nested(0)
}

// nested is value inside of depth arrays and dictionaries.
func (l *lexer) nested(depth int) (value, error) {
	if l.values++; depth > maxDepth || l.values > maxValues {
		return nil, errSyntax
	}
	t, err := l.token()
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case float64:
		if l.refs {
			return l.reference(t)
		}
	case operator:
		switch t {
		case "[":
			return l.array(depth)
		case "<<":
			return l.dict(depth)
		}
	}
	return t, nil
}

// reference reads "0 R" after a number, or returns the number.
func (l *lexer) reference(id float64) (value, error) {
	generation, err := l.token()
	if err != nil {
		return id, nil //nolint // the end of the input ends the next value
	}
	if _, ok := generation.(float64); ok {
		r, err := l.token()
		if r == operator("R") && id >= 0 && id <= 1<<31 {
			return ref(id), nil
		}
		if err == nil {
			l.again = append(l.again, r)
		}
	}
	l.again = append(l.again, generation)
	return id, nil
}

// array reads the text after "[".
func (l *lexer) array(depth int) (value, error) {
	all := []value{}
	for {
		v, err := l.nested(depth + 1)
		switch {
		case err != nil:
			return nil, err
		case v == operator("]"):
			return all, nil
		case isOperator(v):
			return nil, errSyntax
		}
		all = append(all, v)
	}
}

// dict reads the text after "<<".
func (l *lexer) dict(depth int) (value, error) {
	d := dict{}
	for {
		k, err := l.nested(depth + 1)
		if err != nil {
			return nil, err
		}
		if k == operator(">>") {
			return d, nil
		}
		key, ok := k.(name)
		if !ok {
			return nil, errSyntax
		}
		v, err := l.nested(depth + 1)
		if err != nil {
			return nil, err
		}
		if isOperator(v) {
			return nil, errSyntax
		}
		d[key] = v
	}
}

// isOperator reports whether a value is an operator.
func isOperator(v value) bool {
	_, ok := v.(operator)
	return ok
}
