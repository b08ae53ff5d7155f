package earl

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/octet"
	"github.com/earl-url/earl/internal/racedetector"
)

// slowNormalize is the slow twin of URL.Normalize: it writes the text of every
// URL, compares it, and parses it again.
func slowNormalize(u URL, l Level) URL {
	if l == LevelString || u.edition == nil {
		return u
	}
	e := u.edition
	b := make([]byte, 0, len(u.text)+2)
	b = append(b, u.Scheme()...)
	if len(b) > 0 {
		b = append(b, ':')
	}
	if u.hasLogin() {
		b = slowLogin(u, b, l)
	} else {
		b = append(b, u.cut(u.partStart(), u.at(endPort))...)
	}
	path, login := len(b), u.hasLogin()
	b = slowPath(u, b, l)
	s := e.findScheme(u.Scheme())
	dots := l >= LevelDots && e.dots && s.hierarchical()
	if dots {
		b = removeDots(b, path)
	}
	if before := string(b[:path]); l >= LevelScheme && (before == "file:" || before == "file://localhost") && path < len(b) && b[path] == '/' && e.form("file").noHost {
		b = append([]byte("file://"), b[path:]...)
		path, login = len("file://"), true
	}
	if dots {
		b = guardPath(b, path, login)
	}
	if l >= LevelScheme && u.Scheme() == "mailto" {
		b = append(b[:path], slowMailto(u, string(b[path:]))...)
	}
	if l >= LevelScheme && len(b) == path && u.hasLogin() && s != nil && s.RootPath && e.form(u.Scheme()).slash != never {
		b = append(b, '/')
	}
	b = slowEscapes(e, b, u.text[u.ends[endPath]:], l, e.same, '+') // it may join words
	if l >= LevelScheme {
		b = []byte(slowScheme(u, string(b), login))
	}
	if string(b) == u.text {
		return u
	}
	var v URL
	if !e.read(&v, string(b), true) {
		return u
	}
	return v
}

// The patterns of slowScheme.
var (
	slowMenu  = regexp.MustCompile(`^(gophers?://[^/?#]*/)1(#|$)`)
	slowName  = regexp.MustCompile(`(?s)^urn:([A-Za-z0-9-]+):([^?#]+)($|#.*|\?[+=].*)$`)
	slowFold  = regexp.MustCompile(`^(?i:uuid|isbn|issn|ietf)$`)
	slowPlain = regexp.MustCompile(`^[A-Za-z0-9.:-]+$`)
	slowToken = regexp.MustCompile(`%[0-9A-Fa-f]{2}|(?s:.)`)
)

// slowScheme returns a normal form with what its scheme adds.
func slowScheme(u URL, text string, login bool) string {
	switch scheme := u.Scheme(); {
	case scheme == "urn" && !login:
		m := slowName.FindStringSubmatch(text)
		if m == nil {
			return text
		}
		if slowFold.MatchString(m[1]) && slowPlain.MatchString(m[2]) {
			m[2] = strings.ToLower(m[2])
		}
		return "urn:" + strings.ToLower(m[1]) + ":" + m[2]
	case login:
		return slowMenu.ReplaceAllString(text, "$1$2")
	}
	return text
}

// slowMailto returns the path of a mailto URL with the domains of its addresses
// in lower case. It makes a text with one character for each token of the path:
// a delimiter, "x" for a part of a host name, or "-".
func slowMailto(u URL, path string) string {
	tokens, shape := slowToken.FindAllString(path, -1), ""
	quoted, escaped := false, false
	for _, token := range tokens {
		char := []rune(token)[0]
		if len(token) == 3 && char == '%' {
			n, _ := strconv.ParseUint(token[1:], 16, 8)
			char = rune(n)
		}
		switch {
		case escaped:
			escaped = false
			shape += "-"
		case char == '"':
			quoted = !quoted
			shape += "-"
		case quoted:
			escaped = char == '\\'
			shape += "-"
		case token == "@", token == ",", token == "?":
			shape += token
		case char >= 0x80, token != ":" && slowPlain.MatchString(token):
			shape += "x"
		default:
			shape += "-"
		}
	}
	list, from := u.edition.form(u.Scheme()).syntax.Headers, 0
	if list {
		shape, _, _ = strings.Cut(shape, "?")
	}
	for i := 0; i <= len(shape); i++ {
		if i < len(shape) && !(list && shape[i] == ',') {
			continue
		}
		at := strings.LastIndexByte(shape[from:i], '@') + 1
		for k := from + at; at > 0 && k < i && strings.Trim(shape[from+at:i], "x") == ""; k++ {
			if len(tokens[k]) == 1 {
				tokens[k] = strings.ToLower(tokens[k])
			}
		}
		from = i + 1
	}
	return strings.Join(tokens, "")
}

// slowLogin appends "//" and the login.
func slowLogin(u URL, b []byte, l Level) []byte {
	e := u.edition
	b = append(b, "//"...)
	if u.hasUser() {
		b = slowEscapes(e, b, u.text[u.loginStart():u.at(endPassword)+1], l, e.same, 0)
	}
	start, host := len(b), u.cut(u.hostStart(), u.at(endHost))
	switch {
	case host != "" && host[0] == '[' && l >= LevelScheme && e.rfc5952:
		b = rfc5952Literal(b, host)
	case strings.HasPrefix(host, "["):
		b = append(b, host...)
	default:
		b = slowEscapes(e, b, host, l, e.same, 0)
	}
	lowerHost(b[start:])
	digits, ok := u.Port()
	if !ok {
		return b
	}
	// Without the port, the part of the host after its last colon would become
	// the port (R16).
	if l >= LevelScheme && strings.LastIndexByte(host, ':') <= strings.LastIndexByte(host, ']') {
		written, given := u.PortNumber()
		if digits == "" || given && written == e.defaultPort(u.Scheme()) {
			return b
		}
	}
	return append(append(b, ':'), digits...)
}

// slowPath appends the path. If the text after "//" is not a login, but would
// become one without its escapes, the escapes stay.
func slowPath(u URL, b []byte, l Level) []byte {
	e, path, start := u.edition, u.Path(), len(b)
	but := byte(0)
	if u.Scheme() == "z39.50r" || u.Scheme() == "z39.50s" {
		but = '+' // it joins names: rfc2056
	}
	b = slowEscapes(e, b, path, l, e.same, but)
	if f := e.form(u.Scheme()); !u.hasLogin() && f.loose && strings.HasPrefix(path, "//") && e.scanLogin(new(URL), f, string(b), start+2) >= 0 {
		login, _, _ := strings.Cut(path[2:], "/")
		end := 2 + len(login)
		b = slowEscapes(e, b[:start], path[:end], l, 0, 0)
		b = slowEscapes(e, b, path[end:], l, e.same, 0)
	}
	return b
}

// slowEscapes appends text with the digits of escapes in upper case. From
// LevelEscapes on, it decodes escapes of bytes of class same except the byte
// but, and escapes unsafe bytes (R2) unless the edition rewrites URLs and so has
// its own rule.
func slowEscapes(e *Edition, b []byte, text string, l Level, same octet.Class, but byte) []byte {
	for i := 0; i < len(text); i++ {
		if o := text[i]; o != '%' || !octet.IsEscape(text, i) {
			if l >= LevelEscapes && e.classes[o]&e.plain == 0 && e.rewriter == nil && strings.IndexByte(unsafe, o) >= 0 {
				b = append(b, '%', octet.HexDigits[o>>4], octet.HexDigits[o&15])
			} else {
				b = append(b, o)
			}
			continue
		}
		o := octet.Unescape(text, i)
		if l >= LevelEscapes && e.classes[o]&same != 0 && o != but && !completes(b, o) {
			b = append(b, o)
		} else {
			b = append(b, '%', octet.HexDigits[o>>4], octet.HexDigits[o&15])
		}
		i += 2
	}
	return b
}

// normalEditions are the editions that the tests below compare: all, and two
// with a scheme that a program added.
var normalEditions = []*Edition{
	Draft1993, Draft1994, RFC1738, Draft1996, RFC2396, RFC3986, RFC3987, WHATWG,
	RFC3986.With(addedScheme), WHATWG.With(addedScheme), RFC1738.With(addedScheme),
}

// addedScheme has a Check that refuses the normal form of some URLs.
var addedScheme = Scheme{Name: "x-added", Port: 70, Login: true, Check: func(part string) (off, n int, r Rule) {
	if strings.HasSuffix(part, "a") {
		return 0, 0, RuleSchemePart
	}
	return 0, 0, ""
}}

// normalTwins compares the normal forms of a text under an edition with those
// of the slow twin, with all offsets, at each level. It returns how many levels
// changed the URL.
func normalTwins(t *testing.T, e *Edition, text string) (changed int) {
	t.Helper()
	var u URL
	if !e.read(&u, text, false) && !e.read(&u, text, true) {
		return 0
	}
	var buf [2048]byte
	for l := LevelString; l <= LevelScheme; l++ {
		want, got := slowNormalize(u, l), u.Normalize(l)
		if got != want {
			t.Fatalf("%s: Normalize(%q, %v) = %q %v, want %q %v", e.name, u.text, l, got.text, got.ends, want.text, want.ends)
		}
		if b := u.AppendNormalize(append(buf[:0], "%"...), l); string(b[1:]) != want.text {
			t.Fatalf("%s: AppendNormalize(%q, %v) = %q, want %q", e.name, u.text, l, b[1:], want.text)
		}
		if got != u {
			changed++
		} else if host, _ := u.Host(); !u.isNormal(l) && !u.readsAgain() && !(e.rewriter != nil && strings.Contains(host, "%")) {
			t.Fatalf("%s: isNormal(%q, %v) = false", e.name, u.text, l)
		}
		if u.ends[endScheme] > 0 && got.Normalize(l) != got {
			t.Fatalf("%s: Normalize(%q, %v) is not stable", e.name, got.text, l)
		}
	}
	return changed
}

// Every text in the tables of the tests, in the shared data and in the corpus
// has the normal forms of the slow twin.
func TestNormalizeTwins(t *testing.T) {
	changed, n, texts := 0, 0, tableTexts(t)
	if !testing.Short() {
		texts = append(texts, sharedTexts()...)
	}
	for _, text := range texts {
		for _, e := range normalEditions {
			changed += normalTwins(t, e, text)
		}
		n++
	}
	if n < 2000 || changed < 2000 {
		t.Errorf("%d texts, %d changes: are the tables still read?", n, changed)
	}
}

// tableTexts returns the string literals of the tests of this package.
func tableTexts(t *testing.T) (texts []string) {
	t.Helper()
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if text, err := strconv.Unquote(lit.Value); err == nil {
					texts = append(texts, text)
				}
			}
			return true
		})
	}
	return texts
}

// sharedTexts returns the texts of the shared data, if it is here.
func sharedTexts() (texts []string) {
	dir := os.Getenv("EARL_SHARED")
	if dir == "" {
		dir = "../shared"
	}
	for _, name := range []string{"wpt/urltestdata.json", "wpt/setters_tests.json", "confusion/urls.json"} {
		var rows any
		if data, err := os.ReadFile(filepath.Join(dir, "conformance", name)); err == nil && json.Unmarshal(data, &rows) == nil {
			texts = appendStrings(texts, rows)
		}
	}
	if data, err := os.ReadFile(filepath.Join(dir, "conformance/bench/top20k.txt")); err == nil {
		texts = append(texts, strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")...)
	}
	return texts
}

// appendStrings appends all strings of a JSON value.
func appendStrings(texts []string, v any) []string {
	switch v := v.(type) {
	case string:
		return append(texts, v)
	case []any:
		for _, w := range v {
			texts = appendStrings(texts, w)
		}
	case map[string]any:
		for _, w := range v {
			texts = appendStrings(texts, w)
		}
	}
	return texts
}

// twinPieces are the pieces of random URLs, for any component.
var twinPieces = []string{
	"/", "/", "/", "a", "b", "B", "z9", ".", "..", "/.", "/..", "/./", "/../", "//", "/.//", "%2e", "%2E%2e", "%2f", "%2F", "%61", "%41", "%4a", "%C3%A9", "%c3",
	"é", "\u202e", "\ue000", "\xff", ";", ";type=a", ";t%79pe=i", "a=b", "?", "%3f", "?a+b", "%2B", "%2b", "&", "@", "%40", ":", "%3a", "#", "#f", "%", "%2", "%%32e", "%%41", "%zZ",
	"1", "?+", "?=", "a:", "uuid:", "ISBN:", "B@C", ",a@B.Com", "%22", "\\", "~", "%7e", "%7E", "{", "|", "%7C", "C|", "%43|", "/c:", "\\", "^", "[", "]", "\"", " ", "<", "'", "!", "$", "*", "%00", "%20", "\t", "1", "80", ",",
}

// twinURL returns a random URL: its form is that of most URLs, and each of its
// components can be anything.
func twinURL(r *rand.Rand) string {
	var b strings.Builder
	scheme := pick(r, "http", "https", "ftp", "gopher", "mailto", "news", "nntp", "telnet", "wais", "file", "gophers", "prospero", "finger", "z39.50r", "ws", "x", "x-added", "urn", "%4a", "z39.50", "")
	if r.IntN(5) == 0 {
		scheme = strings.ToUpper(scheme)
	}
	if b.WriteString(scheme); scheme != "" || r.IntN(3) == 0 {
		b.WriteString(":")
	}
	if r.IntN(4) > 0 {
		b.WriteString("//")
		if r.IntN(4) == 0 {
			b.WriteString(pick(r, "u", "U", "%75", "", "u~") + pick(r, "", ":", ":p", ":%50%7c", ":%2f") + "@")
		}
		b.WriteString(pick(r, "h", "H", "h.Dom", "host.example", "%48.x", "1.2.3.4", "0x7f.1", "h%2fx", "h:1", "", "localhost", "[::1]", "[2001:DB8:0:0::1]", "[::ffff:C000:201]", "[v1.A:b]", "[::1.2.3.4]", "é.x", "h~{", "a b"))
		b.WriteString(pick(r, "", "", "", ":", ":80", ":0080", ":21", ":70", ":443", ":8080", ":99999"))
		b.WriteString(pick(r, "", "/", "/", "/"))
	}
	for range r.IntN(8) {
		b.WriteString(pick(r, twinPieces...))
	}
	if r.IntN(3) > 0 {
		return b.String()
	}
	text := []byte(b.String())
	for range r.IntN(3) {
		if len(text) > 0 {
			text[r.IntN(len(text))] = "%/:.?#@;ABaf09[]~ |"[r.IntN(19)]
		}
	}
	return string(text)
}

// Random URLs have the normal forms of the slow twin. EARL_TWINS is the number
// of URLs for each edition.
func TestNormalizeTwinsRandom(t *testing.T) {
	n := 10_000
	if testing.Short() || racedetector.On {
		n = 2_000
	}
	if given, err := strconv.Atoi(os.Getenv("EARL_TWINS")); err == nil {
		n = given
	}
	for i, e := range normalEditions {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(i), 1738))
			changed, read := 0, 0
			for read < n {
				text := twinURL(r)
				changed += normalTwins(t, e, text)
				if e.Valid(text) {
					read++
				}
			}
			if changed < n {
				t.Errorf("%d URLs, %d changes at 5 levels, want more", n, changed)
			}
		})
	}
}

// FuzzNormalize compares Normalize with its slow twin.
func FuzzNormalize(f *testing.F) {
	for _, seed := range []string{"HTTP://H:80/%7e/../a?%2b#%41", "file:///%43|/x", "x:/a/..//b", "x://%41%6a/%41", "news:%61@h", "http://[::FFFF:1.2.3.4]:/"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, e := range normalEditions {
			normalTwins(t, e, text)
		}
	})
}
