package telnet_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/telnet"
)

// fileOf returns a file of a script without its last line end, unescaped.
func fileOf(t testing.TB, s *opentest.Script, name string) string {
	t.Helper()
	raw, _ := s.File(name)
	text, err := strconv.Unquote(`"` + strings.ReplaceAll(strings.TrimSuffix(raw, "\n"), "\n", `\x1e`) + `"`)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return text
}

// typist types the lines of a script, each after its prompt was shown.
type typist struct {
	lines []string // "prompt|text"
	shown strings.Builder
	from  int // offset in shown of the text after the last prompt
}

// Write receives the shown text and types the next input.
func (y *typist) write(p []byte, w io.Writer) error {
	y.shown.Write(p)
	for len(y.lines) > 0 {
		prompt, text, _ := strings.Cut(y.lines[0], "|")
		at := strings.Index(y.shown.String()[y.from:], prompt)
		if at < 0 {
			return nil
		}
		y.from += at + len(prompt)
		y.lines = y.lines[1:]
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
	}
	return nil
}

// traced returns the options of a client with a trace.
func traced(r *transcript.Tracer) open.Options { return open.Options{Trace: r.Add} }

// openSession opens a telnet URL.
func openSession(ctx context.Context, client *open.Client, url string) (*open.Session, error) {
	u, err := earl.RFC1738.Parse(url)
	if err != nil {
		return nil, err
	}
	res, err := client.Open(ctx, u)
	if err != nil {
		return nil, err
	}
	session, ok := res.(*open.Session)
	if !ok {
		return nil, fmt.Errorf("it is a %T", res)
	}
	return session, nil
}

// B12: the bytes of a real telnetd, and the replies to them.
func TestTranscripts(t *testing.T) {
	t.Parallel()
	for name, script := range opentest.Transcripts(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			peer := opentest.PlayScript(t, script)
			var trace transcript.Tracer
			opener := telnet.Opener{Options: telnet.Options{Terminal: fileOf(t, script, "terminal")}}
			client := peer.Client(traced(&trace), opener)
			session, err := openSession(t.Context(), client, peer.URL)
			if err != nil {
				t.Fatal(err)
			}
			if err := session.Conn.Resize(80, 24); err != nil {
				t.Fatal(err)
			}
			var typing []string
			session.Conn.OnTyping(func(y open.Typing) { typing = append(typing, fmt.Sprintf("%+v", y)) })
			y := &typist{lines: strings.Split(fileOf(t, script, "type"), "\x1e")}
			buf := make([]byte, 100)
			for err == nil {
				var n int
				n, err = session.Conn.Read(buf)
				if werr := y.write(buf[:n], session.Conn); werr != nil {
					t.Error(werr)
				}
			}
			if !errors.Is(err, io.EOF) {
				t.Errorf("the session ends in %v, want io.EOF", err)
			}
			session.Conn.Close()
			peer.Done(t)
			if got, want := y.shown.String(), fileOf(t, script, "want"); got != want {
				t.Errorf("shown %q, want %q", got, want)
			}
			if got, want := strings.Join(typing, "\n"), fileOf(t, script, "typing"); got != want {
				t.Errorf("typing %s, want %s", got, want)
			}
			if want, ok := script.File("trace"); ok && trace.Text()+"\n" != want {
				t.Errorf("trace:\n%s\nwant:\n%s", trace.Text(), want)
			}
		})
	}
}

func TestSuite(t *testing.T) {
	// WILL ECHO is refused, DO SGA is accepted.
	const session = "-- url --\ntelnet://host.example/\n-- wire --\nS-: \\xff\\xfb\\x01hello\nC-: \\xff\\xfe\\x01\nS-: \\xff\\xfd\\x03\nC-: \\xff\\xfb\\x03\nS: bye\n"
	opentest.Run(t, telnet.Opener{}, opentest.Fixture{
		Edition:  earl.RFC1738,
		Document: session,
		Login:    strings.Replace(session, "//", "//me:"+opentest.Password+"@", 1),
		Endless:  "-- url --\ntelnet://host.example/\n-- wire --\nflood: x\\xff\\xff\\r\\x00\n",
		Hostile: []opentest.Hostile{
			{URL: "telnet://me{}@host.example/"},
			{URL: "telnet://me:pass{}word@host.example/"},
			{URL: "telnet://host{}.example/"},
			{URL: "telnet://host.example/{}"},
		},
	})
}
