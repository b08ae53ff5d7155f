package demo

import (
	"io"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/tn3270"
)

// lines3270 is a session of lines with the server.
type lines3270 struct {
	t    *testing.T
	conn open.SessionConn
}

// do does commands and returns the screen after them.
func (l *lines3270) do(commands string) string {
	l.t.Helper()
	if _, err := io.WriteString(l.conn, commands); err != nil {
		l.t.Fatal(err)
	}
	var shown strings.Builder
	buf := make([]byte, 10_000)
	for !strings.HasSuffix(shown.String(), ": ready]\n") {
		n, err := l.conn.Read(buf)
		if err != nil {
			l.t.Fatalf("%v after %q", err, shown.String())
		}
		shown.Write(buf[:n])
	}
	return shown.String()
}

// G3: the menu, the form, the list with its pages, and a text, by their keys.
func TestTN3270(t *testing.T) {
	t.Parallel()
	s := started(t)
	client := open.New(open.Options{}, tn3270.Opener{})
	defer client.Close()
	res, err := client.Open(t.Context(), earl.RFC3986.MustParse(s.URL("tn3270", "")))
	if err != nil {
		t.Fatal(err)
	}
	defer res.(*open.Session).Conn.Close()
	l := &lines3270{t, res.(*open.Session).Conn}
	for _, step := range []struct{ do, has string }{
		{"", "The library's catalogue"},
		{"enter\n", "Type 1, 2 or 3."},
		{"pf5\n", "This key has no function here."},
		{"text 2\nenter\n", "Cards 1 to 17 of 44"},
		{"pf8\n", "Cards 18 to 34 of 44"},
		{"pf8\n", "Cards 35 to 44 of 44"},
		{"pf8\n", "There is no other page."},
		{"pf7\n", "Cards 18 to 34 of 44"},
		{"pf3\n", "Option ===>"},
		{"text 1\nenter\n", "Words:"},
		{"text zebra crossing\nenter\n", "No text here contains all of these words."},
		{"text dot profile\nenter\n", "Cards 1 to 1 of 1"},
		{"text S\nenter\n", "A dot alone on its line"},
		{"pf7\n", "There is no other page."},
		{"pf3\n", "Cards 1 to 1 of 1"},
		{"pf3\n", "Words:"},
		{"clear\n", "Words:"},
		{"pf3\n", "Option ===>"},
		{"pf3\n", "Come back when you like."},
	} {
		if got := l.do(step.do); !strings.Contains(got, step.has) {
			t.Fatalf("%q shows\n%s\nwithout %q", step.do, got, step.has)
		}
	}
	if _, err := l.conn.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("the session ends in %v, want io.EOF", err)
	}
}

// A client that is no 3270 display gets a sentence; floods end.
func TestTN3270Hostile(t *testing.T) {
	t.Parallel()
	s := started(t)
	address := s.tcp()["tn3270"]
	for says, want := range map[string]string{
		"\xff\xfc\x18":                                               "This is a service for 3270 displays.",
		strings.Repeat("a", 10*maxRecord):                            "That is more than anyone types.",
		"\xff\xfa" + strings.Repeat("a", 10*maxRecord):               "That is more than anyone types.",
		"\xff\xfb\x18\xff\xfa\x18\x00IBM-3278-2\xff\xf0\xff\xfc\x19": "This is a service for 3270 displays.",
		"\xff\xfb\x18\xff\xfa\x18\x00IBM-3278-2\xff\xf0\xff\xfb\x19\xff\xfd\x19\xff\xfb\x00\xff\xfd\x00" + strings.Repeat("a", 10*maxRecord): "That is more than anyone types.",
	} {
		p := dial(t, address)
		go io.WriteString(p.conn, says)
		if got := p.rest(); !strings.Contains(got, want) {
			t.Errorf("%.40q: %.80q, want %q", says, got, want)
		}
	}
}

// G3: s3270, a client by others, does the same with this server.
func TestRealS3270(t *testing.T) {
	t.Parallel()
	s := started(t)
	p := peers.StartS3270(t)
	p.Do("Connect(" + s.tcp()["tn3270"] + ")")
	p.Do("Wait(10,InputField)")
	for _, step := range []struct{ do, has string }{
		{`String("1")`, "Option ===> 1"},
		{"Enter()", "Search the catalogue"},
		{`String("dot profile")`, "Words: dot profile"},
		{"Enter()", "Cards 1 to 1 of 1"},
		{"PF(3)", "Search the catalogue"},
		{"PF(3)", "Option ===>"},
		{`String("2")`, "Option ===> 2"},
		{"Enter()", "Cards 1 to 17 of 44"},
		{"PF(8)", "Cards 18 to 34 of 44"},
		{"PF(7)", "Cards 1 to 17 of 44"},
	} {
		p.Do(step.do)
		if got := strings.Join(p.Do("Ascii()"), "\n"); !strings.Contains(got, step.has) {
			t.Fatalf("%s shows\n%s\nwithout %q", step.do, got, step.has)
		}
	}
}
