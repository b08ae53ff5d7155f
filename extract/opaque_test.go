package extract_test

import (
	"slices"
	"testing"
	"testing/iotest"

	"strings"

	"github.com/earl-url/earl/extract"
)

// URLs of schemes without "//" are found if their syntax shows that they are
// URLs.
func TestSchemesWithoutAuthority(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   string
		want []string
	}{
		{"get magnet:?xt=urn:btih:c12fe1&dn=a now", []string{"magnet:?xt=urn:btih:c12fe1&dn=a"}},
		{"call tel:+49-30-1234567, or tel:1234;phone-context=+1.", []string{"tel:+49-30-1234567", "tel:1234;phone-context=+1"}},
		{"sms:+15105550101?body=hi (sms:12345)", []string{"sms:+15105550101?body=hi", "sms:12345"}},
		{`"data:image/png;base64,iVBORw0KGgo=" data:,x data:;charset=utf-8,%20`, []string{"data:image/png;base64,iVBORw0KGgo=", "data:,x", "data:;charset=utf-8,%20"}},
		{"sip:alice@example.org:5060;transport=tcp.", []string{"sip:alice@example.org:5060;transport=tcp"}},
		{"xmpp:joe@example.org/home?message and acct:joe@example.org.", []string{"xmpp:joe@example.org/home?message", "acct:joe@example.org"}},
		{"geo:48.2010,16.3695;u=10, geo:-1,2", []string{"geo:48.2010,16.3695;u=10", "geo:-1,2"}},
		{"doi:10.1000/182. (doi:10.1038/nature12373)", []string{"doi:10.1000/182", "doi:10.1038/nature12373"}},
		{"bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?amount=1", []string{"bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?amount=1"}},
		{"tag:example.org,2005-01:a/b tag:joe@example.org,2005:c", []string{"tag:example.org,2005-01:a/b", "tag:joe@example.org,2005:c"}},
		{"did:web:example.org spotify:track:4uLU6hMC matrix:u/me:example.org", []string{"did:web:example.org", "spotify:track:4uLU6hMC", "matrix:u/me:example.org"}},
		{"about:blank", []string{"about:blank"}},
		{"coap://h/a ms-word://h/b zoommtg://h/c", []string{"coap://h/a", "ms-word://h/b", "zoommtg://h/c"}},
		// Not URLs: words before a colon.
		{"tel: 12345, tel:office, Tel:12. fax:see", nil},
		{"mailserver:listserv@h.example//get%20x, mailserver:a@b.example/s/", []string{"mailserver:listserv@h.example//get%20x", "mailserver:a@b.example/s/"}},
		{"mailserver: none, mailserver:a@b.example, mailserver:a/b/c", nil},
		{"data:text data:foo,bar data:1,2 metadata:x data:{a}", nil},
		{"sip:tea geo:here geo:1 doi:later doi:10.1000 tag:v1.2,x tag:latest", nil},
		{"about:me about:this info:x bitcoin:yes magnet:x go:generate note:x view:y", nil},
	} {
		for name, r := range map[string]*strings.Reader{"whole": strings.NewReader(c.in), "in pieces": strings.NewReader(c.in)} {
			matches := extract.Text(r, extract.Options{})
			if name != "whole" {
				matches = extract.Text(iotest.OneByteReader(r), extract.Options{})
			}
			var got []string
			for m, err := range matches {
				if got = append(got, m.URL); err != nil || m.Confidence != extract.High {
					t.Errorf("%s: %q: %v, %v", name, m.URL, m.Confidence, err)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s: %q: %q, want %q", name, c.in, got, c.want)
			}
		}
	}
}
