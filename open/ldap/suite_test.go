package ldap_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/ber"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/ldap"
	"github.com/earl-url/earl/open/opentest"
)

// anEntry returns the message with an entry.
func anEntry(id int64, dn string, attributes ...[]byte) []byte {
	return ber.Of(ber.Sequence, ber.Int(ber.Integer, id), ber.Of(ber.App(4), ber.Bytes(ber.OctetString, dn), ber.Of(ber.Sequence, attributes...)))
}

// done returns the message with the end of a search.
func done(code int64, more ...[]byte) []byte {
	parts := append([][]byte{ber.Int(ber.Enumerated, code), ber.Bytes(ber.OctetString, ""), ber.Bytes(ber.OctetString, "")}, more...)
	return ber.Of(ber.Sequence, ber.Int(ber.Integer, 2), ber.Of(ber.App(5), parts...))
}

// upToSearch returns a recording up to the request of its search.
func upToSearch(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for i, n := 0, 0; i < len(lines); i++ {
		if strings.HasPrefix(lines[i], "C-:") {
			if n++; n == 2 {
				return strings.Join(lines[:i+1], "")
			}
		}
	}
	return text
}

func TestSuite(t *testing.T) {
	entry, one := transcript.Text(t, "entry"), transcript.Text(t, "one")
	flood := "flood: " + transcript.Escape(anEntry(2, "cn=x,dc=example,dc=test")) + "\n"
	opentest.Run(t, ldap.Opener{}, opentest.Fixture{
		Document:       entry,
		Listing:        one,
		EndlessListing: upToSearch(one) + flood,
		Hostile: []opentest.Hostile{
			{URL: "ldap://ldap.example/dc=a{}"},
			{URL: "ldap://ldap.example/dc=a?b{}"},
			{URL: "ldap://ldap.example/dc=a???(b={})"},
			{URL: "ldap://ldap.example/dc=a????b={}"},
			{URL: "ldap://ldap{}.example/dc=a"},
		},
		CutShows: true,
	})
}

// G5: the plan equals the bytes on the wire.
func TestPlanIsWire(t *testing.T) {
	transcript.PlanIsWire(t, ldap.Opener{}, opentest.PlanCase{}, "entry", "attributes", "one", "sub")
}

func TestPlan(t *testing.T) {
	plan := func(u string) (open.Plan, error) {
		return ldap.Opener{}.Plan(&open.Call{Request: open.Request{URL: earl.RFC3986.MustParse(u), Policy: open.Policy{}.Effective()}})
	}
	for in, note := range map[string]string{
		"ldap://h/dc=a":                    `It requests this: the entry "dc=a".`,
		"ldap://h/dc=a?cn,sn?one":          `It requests this: the entries directly below "dc=a", with cn, sn.`,
		"ldap://h/dc=a??sub?(cn=x)":        `It requests this: all entries from "dc=a" down that match (cn=x).`,
		"ldap://h/dc=a????bindname=cn=x,y": `It requests this: the entry "dc=a".`,
	} {
		p, err := plan(in)
		if err != nil || p.Effect != open.EffectSends || p.Server != "h:389" || p.Note != note || len(p.Steps) != 3 || p.Steps[0].Line != "0\x0c\x02\x01\x01`\x07\x02\x01\x03\x04\x00\x80\x00" {
			t.Errorf("Plan(%s) = %+v, %v, want %s", in, p, err, note)
		}
	}
	p, err := plan("ldaps://h/dc=a????!BindName=cn=x")
	if err != nil || p.Server != "h:636" || p.Steps[0].When == "" || !strings.Contains(p.Steps[0].Line, "cn=x\x80\x05"+earl.Hidden) {
		t.Errorf("the plan of a login is %+v, %v", p, err)
	}
}

// rfc4516 2: what cannot be opened is refused before anything is sent, and so
// is its plan.
func TestRefusedURLs(t *testing.T) {
	client := open.New(open.Options{}, ldap.Opener{})
	for in, want := range map[string]string{
		"ldap:///dc=a":                     "refusal bad-host",
		"ldap://h:25/dc=a":                 "refusal bad-port-list",
		"ldap://h/dc=a????!x-other=1":      "unsupported",
		"ldap://h/dc=a????!bindname":       "unsupported",
		"ldap://h/dc=a????!1.3.6.1.4.1.14": "unsupported",
		"ldap://h/dc=a????!bindname=cn=b":  "refusal plain-login",
		"ldap://h/dc=a???(a=b":             "other",
		"ldap://h/dc=a%0Ab":                "refusal ctl-octet",
	} {
		_, err := client.Open(t.Context(), earl.RFC3986.MustParse(in))
		if got := opentest.ErrorWord(err); got != want {
			t.Errorf("Open(%s): %s: %v, want %s", in, got, err, want)
		}
		if _, planned := client.Plan(t.Context(), &open.Request{URL: earl.RFC3986.MustParse(in)}); planned == nil || planned.Error() != err.Error() {
			t.Errorf("Plan(%s): %v, want %v", in, planned, err)
		}
	}
	_, err := client.Open(t.Context(), earl.RFC3986.MustParse("ldaps://h/dc=a????!bindname=cn=b"))
	if !errors.Is(err, open.ErrLogin) {
		t.Errorf("a login with no one to ask: %v", err)
	}
}

// A hostile or broken server gets an error of the right class.
func TestHostileServers(t *testing.T) {
	value := func(name string, values ...[]byte) []byte {
		return ber.Of(ber.Sequence, ber.Bytes(ber.OctetString, name), ber.Of(ber.Set, values...))
	}
	entry, one := upToSearch(transcript.Text(t, "entry")), upToSearch(transcript.Text(t, "one"))
	files := ber.Of(ber.Ctx(3), ber.Bytes(ber.OctetString, "file:///etc/passwd"))
	nothing := ber.Of(ber.Sequence, ber.Int(ber.Integer, 2), ber.Of(ber.App(25)))
	long := value(strings.Repeat("n", 40_000), slices.Repeat([][]byte{ber.Bytes(ber.OctetString, "")}, 2_000)...)
	for _, row := range []struct{ name, before, send, want string }{
		{"another number", entry, transcript.Escape(anEntry(7, "a")), "error protocol"},
		{"another operation", entry, transcript.Escape(ber.Of(ber.Sequence, ber.Int(ber.Integer, 2), ber.Of(ber.App(1)))), "error protocol"},
		{"not a message", entry, `HTTP/1.1 400 Bad Request` + strings.Repeat("x", 80), "error protocol"},
		{"a huge length", entry, `\x30\x84\x7f\xff\xff\xff`, "error protocol: ldap: the server sent an invalid response: a message of more than 8388608 bytes"},
		{"too deep", entry, strings.Repeat(`\x30\x80`, 30), "error protocol"},
		{"half a message", entry, `0\x0d\x02\x01\x02` + "\nclose", "error cut"},
		{"no end", one, transcript.Escape(anEntry(2, "dc=x")) + "\nclose", "error cut"},
		{"an attribute with a line end", entry, transcript.Escape(anEntry(2, "dc=x", value("a\nb", ber.Bytes(ber.OctetString, "c")))), "error protocol"},
		{"a referral to a file", entry, transcript.Escape(done(10, files)), "error server"},
		{"a referral without a URL", entry, transcript.Escape(done(10)), "error server: ldap: search: 10 referral"},
		{"a disconnection", one, `0$\x02\x01\x00x\x1f\x0a\x014\x04\x00\x04\x00\x8a\x161.3.6.1.4.1.1466.20036`, "error server: ldap: disconnection: 52 unavailable"},
		{"a size limit", one, transcript.Escape(anEntry(2, "dc=x")) + "\nS-: " + transcript.Escape(done(4)), "error cut: ldap: search: 4 size limit exceeded"},
		{"an endless result", entry, strings.Repeat(transcript.Escape(anEntry(2, "dc=x")), 101), "error protocol: ldap: the server sent an invalid response: more than 100 messages for one entry"},
		{"endless intermediate responses", one, strings.Repeat(transcript.Escape(nothing), 101), "error protocol: ldap: the server sent an invalid response: more than 100 intermediate responses"},
		{"a long name of many values", entry, transcript.Escape(anEntry(2, "dc=x", long)) + transcript.Escape(done(0)), "error protocol: ldap: the server sent an invalid response: an entry of more than 67108864 bytes as text"},
		{"no entry", entry, transcript.Escape(done(0)), "error not-found"},
		{"an entry without attributes", entry, transcript.Escape(ber.Of(ber.Sequence, ber.Int(ber.Integer, 2), ber.Of(ber.App(4), ber.Bytes(ber.OctetString, "")))), "error protocol"},
		{"an endless number", entry, `0\x0a\x02\x08\x01\x01\x01\x01\x01\x01\x01\x01`, "error protocol"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			peer := opentest.Play(t, row.before+"S-: "+row.send+"\ndone\n")
			client := peer.Client(open.Options{}, ldap.Opener{})
			if got := report(t, client, &open.Request{URL: earl.RFC3986.MustParse(peer.URL)}); !strings.Contains(got, row.want) {
				t.Errorf("got %swant %s", got, row.want)
			}
		})
	}
}

// The URLs of many references are no more than those of one.
func TestManyReferences(t *testing.T) {
	url := ber.Bytes(ber.OctetString, "ldap://other.example/dc=x??base")
	reference := ber.Of(ber.Sequence, ber.Int(ber.Integer, 2), ber.Of(ber.App(19), slices.Repeat([][]byte{url}, 30)...))
	peer := opentest.Play(t, upToSearch(transcript.Text(t, "entry"))+"S-: "+strings.Repeat(transcript.Escape(reference), 20)+transcript.Escape(done(0))+"\ndone\n")
	got := report(t, peer.Client(open.Options{}, ldap.Opener{}), &open.Request{URL: earl.RFC3986.MustParse(peer.URL)})
	if n := strings.Count(got, "ldap://other.example/"); n != 50 {
		t.Errorf("%d targets: %s", n, got)
	}
}
