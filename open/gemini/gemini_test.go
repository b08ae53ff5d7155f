package gemini_test

import (
	"context"
	"errors"
	"flag"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/gemini"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/opentest"
)

var update = flag.Bool("update", false, "write what came as what is wanted")

// plain is an opener whose connections have the bytes inside TLS, as in an archive.
type plain struct{ *gemini.Opener }

func (p plain) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	return p.Opener.Open(ctx, transcript.Plain(r))
}

// G8: each recording gives the resource, and each request is, byte for byte, that of the
// specification.
func TestTranscripts(t *testing.T) {
	transcript.Play(t, *update, func(t *testing.T, s *opentest.Script, p *opentest.Peer) string {
		var set transcript.Settings
		set.Read(t, s, nil)
		set.Request.URL = earl.RFC3986.MustParse(s.URL)
		return set.Report(t, p, plain{new(gemini.Opener)}, nil)
	})
}

func TestSuite(t *testing.T) {
	opentest.Run(t, plain{new(gemini.Opener)}, opentest.Fixture{
		Document: "-- url --\ngemini://host.example/joe\n-- wire --\nC: gemini://host.example/joe\nS: 20 text/gemini\nS: # Joe\nS: => / up\n",
		Endless:  "-- url --\ngemini://host.example/joe\n-- wire --\nC: gemini://host.example/joe\nS: 20 text/gemini\nflood: x\n",
		Hostile:  []opentest.Hostile{{URL: "gemini://host{}.example/joe"}},
	})
}

// G8, G11: the plan equals the bytes on the wire, inside TLS.
func TestPlanIsWire(t *testing.T) {
	for _, name := range []string{"index", "no-path", "query", "fragment", "address", "not-found"} {
		text := transcript.Text(t, name)
		if name == "not-found" { // an error, after the same bytes
			text = strings.Replace(text, "S: 51", "S: 20", 1)
		}
		if name == "address" {
			text = strings.Replace(text, "S: 51 no", "S: 20", 1)
		}
		opentest.PlanIsWire(t, new(gemini.Opener), opentest.PlanCase{Transcript: text, TLS: server(t, time.Hour)})
	}
}

// G8: no edition can write a byte into a request that ends its line or is not in rfc3986.
func TestRequestsAreASCII(t *testing.T) {
	for e, in := range map[*earl.Edition]string{
		earl.RFC3987: "gemini://h/caf\u00e9?na\u00efve",
		earl.WHATWG:  "gemini://h/a b\u00e9?c{d}|\"'",
	} {
		u, err := e.Parse(in)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := new(gemini.Opener).Plan(&open.Call{Request: open.Request{URL: u}})
		if err != nil || len(plan.Steps) != 1 {
			t.Fatalf("Plan(%q): %v", in, err)
		}
		if _, err := earl.RFC3986.Parse(plan.Steps[0].Line); err != nil {
			t.Errorf("%q sends %q, which is not a URL of rfc3986: %v", in, plan.Steps[0].Line, err)
		}
	}
}

// G8: a redirect to another scheme is refused. Another one is followed.
func TestRedirects(t *testing.T) {
	for to, want := range map[string]string{
		"https://gemini.example/":        open.GuardRedirectScheme,
		"titan://gemini.example/a":       open.GuardRedirectScheme,
		"file:///etc/passwd":             open.GuardRedirectScheme,
		"gemini://127.0.0.1:25/":         open.GuardBadPort,
		"gemini://gemini.example/page":   "",
		"gemini://gemini.example:79/joe": open.GuardBadPort,
	} {
		wire := "-- url --\ngemini://gemini.example/\n-- wire --\nC: gemini://gemini.example/\nS: 30 " + to + "\n"
		if want == "" {
			wire += "-- wire --\nC: " + to + "\nS: 20\n"
		}
		peer := opentest.Play(t, wire)
		res, err := peer.Client(open.Options{}, plain{new(gemini.Opener)}).Follow(t.Context(), earl.RFC3986.MustParse(peer.URL))
		if doc, ok := res.(*open.Document); ok {
			doc.Body.Close()
		}
		var refusal *open.Refusal
		switch errors.As(err, &refusal); {
		case want == "" && err != nil, want != "" && (refusal == nil || refusal.Name != want):
			t.Errorf("a redirect to %s: %v, want %q", to, err, want)
		}
		peer.Done(t)
	}
}

// FuzzHeader: for any response, opening returns a resource or an error of a known class, and never
// a redirect to a file.
func FuzzHeader(f *testing.F) {
	f.Add("20 text/gemini\r\n# a")
	f.Add("30 ../b\r\n")
	f.Add("44 9999999999999999999\r\n")
	f.Add("1\x00\n")
	u := earl.RFC3986.MustParse("gemini://h.example/a/b")
	f.Fuzz(func(t *testing.T, response string) {
		o := opentest.InMemory(open.Options{}, func(conn net.Conn) {
			io.ReadFull(conn, make([]byte, len("gemini://h.example/a/b\r\n")))
			io.WriteString(conn, response)
		})
		res, err := open.New(o, plain{new(gemini.Opener)}).Open(t.Context(), u)
		switch res := res.(type) {
		case *open.Document:
			if _, err := io.ReadAll(res.Body); err != nil && open.ClassOf(err) == open.ClassLocal {
				t.Errorf("%q: %v", response, err)
			}
			res.Body.Close()
		case *open.Form:
			if _, err := res.Answer([]string{response}); err != nil {
				t.Errorf("the answer %q: %v", response, err)
			}
		}
		if err != nil && open.ClassOf(err) == open.ClassLocal {
			t.Errorf("%q: %v", response, err)
		}
	})
}
