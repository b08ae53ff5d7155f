package gopher_test

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/netip"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/gopher"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/opentest"
)

var update = flag.Bool("update", false, "write what came as what is wanted")

// settings returns the settings in a transcript's options section.
func settings(t testing.TB, s *opentest.Script) (o gopher.Options, set transcript.Settings) {
	t.Helper()
	set.Read(t, s, func(key, value string) bool {
		switch key {
		case "linkpage":
			o.LinkPage = true
		case "literal":
			o.Literal = true
		case "draft1994":
			set.Request.URL = earl.Draft1994.MustParse(s.URL)
		case "plusblock":
			fmt.Sscan(value, &o.PlusBlock)
		case "dots":
			o.Dots = gopher.Dots(value)
		case "menuline":
			fmt.Sscan(value, &o.MenuLine)
		default:
			return false
		}
		return true
	})
	return o, set
}

// edition parses the URLs of transcripts that specify no edition.
var edition = earl.RFC1738

// Each recording (those in testdata with a number) decodes to the server's
// object, and each request is, byte for byte, what rfc1738 3.4 and the servers
// require.
func TestTranscripts(t *testing.T) {
	transcript.Play(t, *update, func(t *testing.T, s *opentest.Script, p *opentest.Peer) string {
		o, set := settings(t, s)
		return set.Report(t, p, gopher.Opener{Options: o}, edition)
	})
}

// report opens a URL, reads everything and describes the result.
func report(t testing.TB, client *open.Client, r open.Request, text string) string {
	t.Helper()
	r.URL = cmp.Or(r.URL.Edition(), edition).MustParse(text)
	return transcript.Report(t, client, r)
}

// replies returns what a transcript's server sends on each connection.
func replies(s *opentest.Script) []string {
	all := make([]string, len(s.Wires))
	for i, wire := range s.Wires {
		for _, step := range wire {
			if step.Op == opentest.ServerSends {
				all[i] += step.Text
			}
		}
	}
	return all
}

// pieces is a network with one server: on each connection it reads a request and
// sends the next reply in pieces of a size, then it closes.
func pieces(size int, replies ...string) open.Options {
	p := &opentest.Pieces{Size: size, Cut: -1}
	for _, reply := range replies {
		p.Wires = append(p.Wires, []opentest.Step{{Op: opentest.ClientSends}, {Op: opentest.ServerSends, Text: reply}, {Op: opentest.Close}})
	}
	return p.Options(open.Options{})
}

// The result does not depend on the pieces in which a reply arrives.
func TestOctetByOctet(t *testing.T) {
	for path, s := range opentest.Transcripts(t) {
		want, _ := s.File("want")
		o, set := settings(t, s)
		for _, size := range []int{1, 2, 3, 7} {
			options := pieces(size, replies(s)...)
			options.Policy = set.Options.Policy
			client := open.New(options, gopher.Opener{Options: o})
			if got := report(t, client, set.Request, strings.ReplaceAll(s.URL, "HOST", "gopher.example")); got != want {
				t.Errorf("%s in pieces of %d: got\n%swant\n%s", path, size, got, want)
			}
		}
	}
}

// Wherever a reply ends, the open ends too, and delivers no byte that was not
// sent. If the header has a length, a truncation is detected.
func TestCutAfterEachOctet(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: plays a transcript for each byte")
	}
	for path, s := range opentest.Transcripts(t) {
		all := replies(s)
		last := len(all) - 1
		o, set := settings(t, s)
		policy, r := set.Options.Policy, set.Request
		u, err := cmp.Or(r.URL.Edition(), edition).Parse(strings.ReplaceAll(s.URL, "HOST", "gopher.example"))
		if err != nil {
			t.Fatal(err)
		}
		r.URL = u
		raw := o
		raw.Dots = gopher.DotsRaw
		for n := range len(all[last]) {
			came := all[last][:n]
			body, size, err := retrieve(t, raw, policy, r, append(all[:last:last], came))
			switch {
			case err != nil && !isEnd(err):
				t.Errorf("%s truncated at %d: %v", path, n, err)
			case !strings.Contains(came, body):
				t.Errorf("%s truncated at %d: %q", path, n, body)
			case size > int64(len(body)) && !errors.Is(err, open.ErrCut):
				t.Errorf("%s truncated at %d: %d bytes of %d, error %v, want ErrCut", path, n, len(body), size, err)
			}
			if err != nil || !cutShows(all[last], came) {
				continue
			}
			if _, _, err := retrieve(t, o, policy, r, append(all[:last:last], came)); err == nil {
				t.Errorf("%s truncated at %d: no error", path, n)
			}
		}
	}
}

// isEnd reports whether err is a possible error of a reply that ends anywhere.
func isEnd(err error) bool {
	for _, end := range []error{open.ErrCut, open.ErrProtocol, open.ErrNotFound, open.ErrConnect, open.ErrBeyond, io.ErrClosedPipe} {
		if errors.Is(err, end) {
			return true
		}
	}
	return false
}

// cutShows reports whether a truncated reply can be recognised: the line "."
// that "+-1" announces is missing. Exceptions are a dot from a server that does
// not begin a new line for it, and html without a dot.
func cutShows(whole, came string) bool {
	header := "+-1\r\n"
	return strings.HasPrefix(came, header) && strings.HasSuffix(whole, "\n.\r\n") && len(came) <= len(whole)-len(".\r\n") &&
		!strings.HasSuffix(strings.TrimRight(came, "\r\n"), ".")
}

// retrieve opens a URL, reads all, and returns the bytes of a document.
func retrieve(t testing.TB, o gopher.Options, p open.Policy, r open.Request, replies []string) (string, int64, error) {
	t.Helper()
	options := pieces(1<<10, replies...)
	options.Policy = p
	res, err := open.New(options, gopher.Opener{Options: o}).Do(t.Context(), &r)
	if err != nil {
		return "", -1, err
	}
	doc, ok := res.(*open.Document)
	if !ok {
		return "", -1, transcript.Read(res)
	}
	defer doc.Body.Close()
	body, err := io.ReadAll(doc.Body)
	if strings.Contains(r.URL.Path(), "%09!") {
		body = nil // attributes are not delivered unchanged
	}
	return string(body), doc.Size, err
}

// URLs with a result that needs no server, and refused URLs.
func TestUnsent(t *testing.T) {
	for _, test := range []struct{ src, in, want string }{
		{"rfc1738 3.4.2", "gopher://h.example/7/find", "form size=-1 type=application/gopher-menu\n\ttitle \"Search\"\n\tsearch: \"Words to search for\"  \"\" [] secret=false\n\tanswer gopher://h.example/7/find%09fox%20&%20hen+%C3%A9?\n"},
		{"rfc1738 3.4.2", "gopher://h.example/7/find%09", "form size=-1 type=application/gopher-menu\n\ttitle \"Search\"\n\tsearch: \"Words to search for\"  \"\" [] secret=false\n\tanswer gopher://h.example/7/find%09fox%20&%20hen+%C3%A9?\n"},
		{"rfc1738 3.4.3", "gopher://h.example/7/find%09%09+", "form size=-1 type=application/gopher-menu\n\ttitle \"Search\"\n\tsearch: \"Words to search for\"  \"\" [] secret=false\n\tanswer gopher://h.example/7/find%09fox%20&%20hen+%C3%A9?%09+\n"},
		{"the URL: proposal", "gopher://h.example/hURL:http://w.example/a%3Fb=c%23d", "referral size=-1 type=\n\thttp://w.example/a?b=c#d (the selector is a link) permanent=false\n"},
		{"the URL: proposal", "gopher://h.example/h/url:ftp://w.example/", "referral size=-1 type=\n\tftp://w.example/ (the selector is a link) permanent=false\n"},
		{"B25", "gopher://h.example:2323/8guest", "referral size=-1 type=\n\ttelnet://guest@h.example:2323/ (the item is a terminal session) permanent=false\n"},
		{"B25", "gopher://h.example/T", "referral size=-1 type=\n\ttn3270://h.example:70/ (the item is a terminal session) permanent=false\n"},
		{"rfc1436 3.8", "gopher://h.example/2", "error unsupported: gopher: type 2 is a CSO name server, which has a protocol of its own: unsupported scheme\n"},
		{"rfc1436 3.8", "gopher://h.example/i", "error not-found: gopher: type i is a line of a menu and not a link: not found\n"},
		{"rfc1738 3.4.9", "gopher://h.example/0/a%09%09+%091%0D%0A+-1%0D%0Ab%0D%0A.%0D%0A", "error refusal ctl-octet: refused (ctl-octet): gopher://h.example/0/a%09%09+%091%0D%0A+-1%0D%0Axxxxx: character 30: answers to an ASK form in the gopher+ string; Policy.Ask allows them (rfc1738 6)\n"},
		{"rfc1738 3.4.3", "gopher://h.example/0/a%09%09?x", "error unsupported: gopher: \"?x\" is not a Gopher+ string: it must begin with +, !, $ or ?: unsupported operation\n"},
		{"rfc1738 3.4.3", "gopher://h.example/0/a%09%09x", "error unsupported: gopher: \"x\" is not a Gopher+ string: it must begin with +, !, $ or ?: unsupported operation\n"},
	} {
		client := open.New(open.Options{
			LookupNetIP: func(context.Context, string, string) ([]netip.Addr, error) {
				t.Errorf("%s: a host was looked up", test.in)
				return nil, errors.New("no")
			},
		}, gopher.Opener{})
		if got := report(t, client, open.Request{}, test.in); got != test.want {
			t.Errorf("%s (%s): got\n%swant\n%s", test.in, test.src, got, test.want)
		}
	}
}

// A form accepts one answer, of words or empty.
func TestFormAnswers(t *testing.T) {
	u, _ := edition.Parse("gopher://h.example/7/find")
	res, err := open.New(open.Options{}, gopher.Opener{}).Open(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	for _, answers := range [][]string{nil, {"a", "b"}, {"a\tb"}, {"a\r\nb"}, {"\x7f"}} {
		if u, err := res.(*open.Form).Answer(answers); err == nil {
			t.Errorf("Answer(%q) = %s, want an error", answers, u)
		}
	}
}
