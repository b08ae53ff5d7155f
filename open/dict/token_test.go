package dict

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/wire"
	"github.com/earl-url/earl/views"
)

// rfc2229 2.2: arguments are atoms, or are between quotes with escapes.
func TestTokens(t *testing.T) {
	for _, row := range []struct {
		line, first, second string
		ok                  bool
	}{
		{`tiny "say \"a\\b\""`, "tiny", `say "a\b"`, true}, // recorded from dictd 1.13
		{`a b`, "a", "b", true},
		{"\ta\t'b \"c' d", "a", `b "c`, true},
		{`"" ""`, "", "", true},
		{`a`, "", "", false},
		{`a "b`, "", "", false},
		{`"a`, "", "", false},
		{``, "", "", false},
		{`a "b\`, "", "", false},
	} {
		first, second, ok := cutTokens(row.line)
		if ok != row.ok || ok && (first != row.first || second != row.second) {
			t.Errorf("cutTokens(%q) = %q, %q, %v, want %q, %q, %v", row.line, first, second, ok, row.first, row.second, row.ok)
		}
	}
	for in, want := range map[earl.Octets]earl.Octets{"!": "!", "*": "*", "web1913": "web1913", "a b": `"a b"`, `a"b\`: `"a\"b\\"`, "a'b": `"a'b"`, "": ""} {
		if got := token(in); got != want {
			t.Errorf("token(%q) = %q, want %q", in, got, want)
		}
	}
}

// FuzzTokens: an argument that is written is read as the same bytes, and any line can be read.
func FuzzTokens(f *testing.F) {
	f.Add(`say "a\b"`)
	f.Add(`'a' "b`)
	f.Fuzz(func(t *testing.T, text string) {
		cutTokens(text)
		heading(text)
		got, rest, ok := cutToken(string(quoted(earl.Octets(text))))
		if !ok || got != text || rest != "" {
			t.Errorf("%q is read as %q, %q, %v", text, got, rest, ok)
		}
		if strings.ContainsAny(text, "\r\n") || strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r == 0x7F }) || text == "" {
			return
		}
		if got, _, ok := cutToken(string(token(earl.Octets(text)))); !ok || got != text {
			t.Errorf("the token of %q is read as %q, %v", text, got, ok)
		}
	})
}

// responding returns a session with a server that sends text and closes.
func responding(t testing.TB, c command, text string) *session {
	here, there := net.Pipe()
	go func() {
		io.WriteString(there, text)
		there.Close()
	}()
	call := &open.Call{Request: open.Request{URL: earl.RFC3986.MustParse("dict://h/"), Policy: open.Policy{Entries: 100, Idle: time.Minute}.Effective()}}
	s := &session{command: c, opts: Options{}.effective(), view: views.Dict{Host: "h"}}
	s.Lines = dialogue.Lines{Protocol: "dict", Req: call, Conn: wire.New(t.Context(), here, time.Minute), In: true}
	t.Cleanup(func() { s.Conn.Close() })
	return s
}

// FuzzAnswer: whatever follows the first reply, the definitions, the matches and the databases end,
// and a text that ends without an error is complete.
func FuzzAnswer(f *testing.F) {
	f.Add("151 \"a\" db \"A\"\r\ntext\r\n..\r\n.b\r\n.\r\n250 ok\r\n")
	f.Add("db \"a\"\r\nx\r\n.\r\n250 ok\r\n")
	f.Add("151 a\n.\n250\n")
	f.Fuzz(func(t *testing.T, text string) {
		s := responding(t, command{verbDefine, `! "a"`}, text)
		got, err := io.ReadAll(&body{s: s, left: 1 << 20})
		if err == nil && !strings.Contains(text, "250") {
			t.Errorf("%q has no end, and gives %q", text, got)
		}
		for _, verb := range []string{verbMatch, verbShow} {
			n := 0
			for e, err := range responding(t, command{verb, ""}, text).listing().Entries {
				if n++; err == nil && (e.Kind != open.KindInfo && e.URL.Scheme() != "dict" || !utf8.ValidString(e.Name)) {
					t.Errorf("%q gives the entry %+v", text, e)
				}
			}
			if n > 101 {
				t.Errorf("%d entries", n)
			}
		}
	})
}

// rfc2229 2.4.3: dictd does not double the dot of a line that begins with one, unless the line is
// only a dot. A server that keeps to the standard doubles each.
func TestDots(t *testing.T) {
	for _, row := range []struct {
		name, sent, want string
		lone             bool
	}{
		{"the standard", "..a|...|a|..|.", ".a|..|a|.", false},
		{"dictd, by its greeting", ".a|..|..two|...|.", ".a|.|..two|...", true},
		{"dictd, by a line", "..x|.a|..|..two|.", ".x|.a|.|..two", false},
	} {
		s := responding(t, command{}, strings.ReplaceAll(row.sent, "|", "\r\n")+"\r\n")
		s.lone = row.lone
		var got [][]byte
		for {
			line, ok, err := s.text(wire.Limit{Octets: 100})
			if err != nil {
				t.Fatal(fmt.Errorf("%s: %w", row.name, err))
			}
			if !ok {
				break
			}
			got = append(got, bytes.Clone(line))
		}
		if text := string(bytes.Join(got, []byte("|"))); text != row.want {
			t.Errorf("%s: %q is read as %q, want %q", row.name, row.sent, text, row.want)
		}
	}
}

// The definitions before the one that is wanted count too, so a server cannot send them without
// end.
func TestSkippedDefinitionsAreLimited(t *testing.T) {
	for _, text := range []string{
		"151 \"a\" db \"A\"\r\n" + strings.Repeat("line\r\n", 1000) + ".\r\n250 ok\r\n",
		strings.Repeat("151 \"a\" db \"A\"\r\n.\r\n", 1000) + "250 ok\r\n",
	} {
		s := responding(t, command{verbDefine, `! "a"`}, text)
		s.nth = 2000
		if _, err := io.ReadAll(&body{s: s, left: 1000}); !errors.Is(err, open.ErrCut) || !strings.Contains(err.Error(), "definitions of more than") {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}
