package mailserver_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/editions"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/mailserver"
	"github.com/earl-url/earl/open/mailto"
	"github.com/earl-url/earl/open/opentest"
)

func TestSuite(t *testing.T) {
	opentest.Run(t, mailserver.Opener{}, opentest.Fixture{
		Local: "mailserver:listserv@library.example/info/get%20index",
		Hostile: []opentest.Hostile{
			{URL: "mailserver:list{}serv@library.example//"},
			{URL: "mailserver:listserv@libr{}ary.example//"},
			{URL: "mailserver:listserv@library.example/x{}y/"},
			{URL: "mailserver:listserv@library.example//x{}y", Pass: "\t\r\n"},
		},
	})
}

// address opens a URL.
func address(ctx context.Context, u earl.URL) (*open.Address, error) {
	client := open.New(open.Options{}, mailserver.Opener{})
	defer client.Close()
	res, err := client.Open(ctx, u)
	if err != nil {
		return nil, err
	}
	return res.(*open.Address), nil
}

// G7: the message that a URL describes, with its notes, in each edition.
func TestOpen(t *testing.T) {
	for _, row := range []struct {
		url     string
		to      []string
		headers []open.MailHeader
		notes   []string
	}{
		{"mailserver:listserv@library.example/info/get%20index", []string{"listserv@library.example"},
			[]open.MailHeader{{Name: "subject", Value: "info"}, {Name: "body", Value: "get index"}},
			[]string{"a mail server obeys the body of this message: read it before you send it",
				"as a mailto URL it is mailto:listserv@library.example?subject=info&body=get%20index"}},
		{"mailserver:a@b//x%0D%0Ay", []string{"a@b"}, []open.MailHeader{{Name: "body", Value: "x\r\ny"}},
			[]string{"a mail server obeys the body of this message: read it before you send it", "as a mailto URL it is mailto:a@b?body=x%0D%0Ay"}},
		{"mailserver:a@b//", []string{"a@b"}, nil,
			[]string{"a mail server obeys the body of a message, and this one has none", "as a mailto URL it is mailto:a@b"}},
		{"mailserver:nobody//x", []string{"nobody"}, []open.MailHeader{{Name: "body", Value: "x"}},
			[]string{"nobody is not an address (rfc822 6.1)", "a mail server obeys the body of this message: read it before you send it"}},
	} {
		for e := range editions.All() {
			a, err := address(t.Context(), e.MustParse(row.url))
			if err != nil {
				t.Errorf("%s, %s: %v", e.Name(), row.url, err)
				continue
			}
			if !slices.Equal(a.To, row.to) || !slices.Equal(a.Headers, row.headers) || !slices.Equal(a.Note, row.notes) || a.URL.String() != row.url || a.Kind != open.KindAddress {
				t.Errorf("%s, %s: %q %q %q", e.Name(), row.url, a.To, a.Headers, a.Note)
			}
		}
	}
}

// F2, F7: what would begin a header field is refused, with its position.
func TestRefused(t *testing.T) {
	for url, want := range map[string]string{
		"mailserver:a@b%0D%0ABcc:c@d//":       "control character 0x0D in the address",
		"mailserver:a@b/x%0AReply-To:%20c@d/": "control character 0x0A in the subject",
		"mailserver:a@b/x%00/":                "control character 0x00 in the subject",
		"mailserver:a@b//x%1B[2J":             "control character 0x1B in the body",
	} {
		u, err := earl.Draft1994.Parse(url)
		if err != nil {
			t.Fatal(err)
		}
		_, err = address(t.Context(), u)
		var refusal *open.Refusal
		if !errors.As(err, &refusal) || refusal.Name != open.GuardCtlOctet || refusal.Reason != want || refusal.Len == 0 || refusal.URL != u {
			t.Errorf("%s: %v, want %q", url, err, want)
		}
		if _, err := (mailserver.Opener{}).Plan(&open.Call{Request: open.Request{URL: u}}); !errors.As(err, &refusal) {
			t.Errorf("the plan of %s: %v, want a refusal", url, err)
		}
	}
	var invalid *earl.ParseError
	if _, err := address(t.Context(), earl.RFC3986.MustParse("mailserver:a@b/x")); !errors.As(err, &invalid) {
		t.Errorf("one slash: %v, want a *ParseError", err)
	}
}

// The draft is a complete message, and the plan sends nothing. G11.
func TestDraft(t *testing.T) {
	u := earl.RFC1738.MustParse("mailserver:listserv@library.example/info/get%20index")
	a, err := address(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	draft, err := mailto.AppendDraft(nil, a)
	for _, want := range []string{"To: listserv@library.example\r\n", "Subject: info\r\n", "X-Unsent: 1\r\n", "\r\n\r\nget index\r\n"} {
		if err != nil || !strings.Contains(string(draft), want) {
			t.Errorf("the draft has no %q: %q, %v", want, draft, err)
		}
	}
	p, err := mailserver.Opener{}.Plan(&open.Call{Request: open.Request{URL: u}})
	if err != nil || p.Effect != open.EffectComposes || len(p.Steps) != 0 || p.Server != "" || !strings.Contains(p.Note, "A mail server obeys the body of this message") {
		t.Errorf("Plan = %+v, %v", p, err)
	}
	if !slices.Equal(mailserver.Opener{}.Schemes(), []string{"mailserver"}) {
		t.Error("it opens other schemes")
	}
}

func ExampleOpener() {
	client := open.New(open.Options{}, mailserver.Opener{})
	defer client.Close()
	resource, err := client.Open(context.Background(), earl.RFC3986.MustParse("mailserver:listserv@library.example//get%20index"))
	if err != nil {
		fmt.Println(err)
		return
	}
	a := resource.(*open.Address)
	fmt.Println(a.AddrSpec, a.Headers, a.Note[0])
	// Output: listserv@library.example [{body get index}] a mail server obeys the body of this message: read it before you send it
}
