package rdap

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
)

// asText returns a response as text, or its error.
func asText(t testing.TB, response string) string {
	t.Helper()
	o, err := Read(strings.NewReader(response))
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	if err := o.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const domain = `{
 "rdapConformance": ["rdap_level_0"], "lang": "en", "objectClassName": "domain", "handle": "XXXX",
 "ldhName": "xn--fo-5ja.example", "unicodeName": "f\u00f3o.example", "status": ["active", "locked"],
 "nameservers": [
  {"objectClassName": "nameserver", "ldhName": "ns1.example.com", "ipAddresses": {"v4": ["192.0.2.1"], "v6": ["2001:db8::1"]}},
  {"objectClassName": "nameserver", "ldhName": "ns2.example.com"}],
 "secureDNS": {"delegationSigned": true}, "port43": "whois.example.net", "variants": [], "publicIds": [{"type": "ENS_Auth ID", "identifier": "1234567890"}],
 "events": [{"eventAction": "registration", "eventDate": "1990-12-31T23:59:59Z"}, {"eventAction": "last changed", "eventDate": "1991-12-31T23:59:59Z", "eventActor": "joe"}],
 "links": [{"value": "https://a.example/x", "rel": "self", "href": "https://a.example/x"}, {"rel": "related", "title": "More", "href": "https://b.example/"}],
 "remarks": [{"title": "About", "description": ["She sells", "sea shells."]}],
 "entities": [{"objectClassName": "entity", "handle": "YYYY", "roles": ["registrant", "billing"],
  "vcardArray": ["vcard", [["version", {}, "text", "4.0"], ["fn", {}, "text", "Joe User"], ["org", {}, "text", ["Example", "Sales"]],
   ["adr", {"label": "1 Main St\nQuebec"}, "text", ["", "", "", "", "", "", ""]], ["adr", {}, "text", ["", "", "123 Maple Ave", "Quebec", "QC", "G1V 2M2", "Canada"]],
   ["tel", {"type": ["work", "voice"]}, "uri", "tel:+1-555-555-1234;ext=102"], ["tel", {"type": "fax"}, "text", "+1.555"],
   ["email", {}, "text", "joe@example.com"], ["url", {}, "uri", "https://example.com/joe"]]],
  "entities": [{"objectClassName": "entity", "handle": "ZZZZ"}]}],
 "notices": [{"title": "Terms", "description": ["Be kind."], "links": [{"href": "https://a.example/terms"}]}]}`

const domainText = `Domain f` + "\u00f3" + `o.example
  handle:          XXXX
  in ASCII:        xn--fo-5ja.example
  status:          active, locked
  registration:    1990-12-31T23:59:59Z
  last changed:    1991-12-31T23:59:59Z by joe
  name server:     ns1.example.com 192.0.2.1 2001:db8::1
  name server:     ns2.example.com
  signed:          yes
  ENS_Auth ID:     1234567890
  whois server:    whois.example.net
  self:            https://a.example/x
  related:         More <https://b.example/>
  not shown:       variants

Registrant, billing
  name:            Joe User
  organization:    Example, Sales
  address:         1 Main St
                   Quebec
  address:         123 Maple Ave, Quebec, QC, G1V 2M2, Canada
  telephone:       +1-555-555-1234;ext=102
  fax:             +1.555
  email:           joe@example.com
  page:            https://example.com/joe
  handle:          YYYY

Contact
  handle:          ZZZZ

Remark: About
                   She sells
                   sea shells.

Notice: Terms
                   Be kind.
  link:            https://a.example/terms
`

// rfc9083 5, 6, 8; rfc7095: each kind of response.
func TestResponses(t *testing.T) {
	for _, row := range []struct{ src, in, want string }{
		{"rfc9083 5.3", domain, domainText},
		{"rfc9083 5.4", `{"objectClassName":"ip network","handle":"H","startAddress":"2001:db8::","endAddress":"2001:db8:0:ffff:ffff:ffff:ffff:ffff","ipVersion":"v6","name":"N","type":"DIRECT","country":"AU","parentHandle":"P"}`,
			"Network N\n  handle:          H\n  addresses:       2001:db8:: - 2001:db8:0:ffff:ffff:ffff:ffff:ffff\n  name:            N\n  type:            DIRECT\n  country:         AU\n  parent:          P\n"},
		{"rfc9083 5.5", `{"objectClassName":"autnum","startAutnum":65536,"endAutnum":4294967294,"name":"AS-RTR"}`,
			"Autonomous system AS-RTR\n  numbers:         65536 - 4294967294\n  name:            AS-RTR\n"},
		{"rfc9083 5.2", `{"objectClassName":"nameserver","ldhName":"ns.example","ipAddresses":{"v4":["192.0.2.1"]}}`,
			"Name server ns.example\n  addresses:       192.0.2.1\n"},
		{"rfc9083 6", `{"errorCode":418,"title":"Your beverage","description":["I am a teapot"]}`, "Error 418 Your beverage\n                   I am a teapot\n"},
		{"rfc9083 8", `{"domainSearchResults":[{"objectClassName":"domain","ldhName":"a.example"},{"objectClassName":"domain","ldhName":"b.example"}],"notices":[{"title":"Cut"}]}`,
			"Domain a.example\n\nDomain b.example\n\nNotice: Cut\n"},
		{"rfc9083 7", `{"rdapConformance":["rdap_level_0"],"notices":[{"description":"a string, not an array"}]}`, "Response\n\nNotice\n                   a string, not an array\n"},
		{"other types", `{"objectClassName":"domain","ldhName":7,"status":{"a":1},"events":[1,"x",{}],"entities":"none","vcardArray":["vcard"],"links":[{}],"secureDNS":[],"nameservers":[null]}`, "Domain 7\n"},
		{"a line end", `{"objectClassName":"domain","ldhName":"a\nb","handle":"c\r\nd"}`, "Domain a b\n  handle:          c d\n"},
		{"F3", `{"objectClassName":"domain","links":[{"href":"https://me:geheim@a.example/"}]}`, "Domain\n  link:            https://me:xxxxx@a.example/\n"},
		{"another class", `{"objectClassName":"thing","name":"x"}`, "thing x\n  name:            x\n"},
		{"not an object", `[1]`, ErrFormat.Error()},
		{"not JSON", `<html>`, ErrFormat.Error()},
		{"null", `null`, ErrFormat.Error()},
		{"too large", `{"a":"` + strings.Repeat("x", MaxSize) + `"}`, ErrFormat.Error()},
	} {
		if got := asText(t, row.in); got != row.want {
			t.Errorf("%s: %.60s is\n%swant\n%s", row.src, row.in, got, row.want)
		}
	}
	if _, err := Read(io.MultiReader(strings.NewReader("{"), broken{})); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a response that ends early: %v", err)
	}
}

// broken is a reader that fails.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// The number and the depth of objects are limited.
func TestLimits(t *testing.T) {
	deep := strings.Repeat(`{"objectClassName":"entity","handle":"H","entities":[`, 100) + strings.Repeat("]}", 100)
	wide := `{"objectClassName":"domain","entities":[{}` + strings.Repeat(`,{"handle":"x"}`, 10_000) + `]}`
	for name, in := range map[string]string{"deep": deep, "wide": wide} {
		o, err := Read(strings.NewReader(in))
		if err != nil || !o.Cut || len(o.Groups) > maxGroups {
			t.Errorf("%s: %v, %d groups, cut: %v", name, err, len(o.Groups), o.Cut)
		}
		if text := asText(t, in); !strings.HasSuffix(text, "\nThe response has more, which is not shown here.\n") {
			t.Errorf("%s: the text does not say that it is cut", name)
		}
	}
}

func TestIs(t *testing.T) {
	for in, want := range map[string]bool{
		"application/rdap+json": true, "Application/RDAP+JSON; charset=utf-8": true, "application/json": false, "": false, "application/rdap+json-patch": false,
	} {
		if Is(in) != want {
			t.Errorf("Is(%q) = %v", in, !want)
		}
	}
}

// FuzzRead: any JSON has a text, and no text of the server begins a line of its own.
func FuzzRead(f *testing.F) {
	f.Add(domain)
	f.Add(`{"errorCode":404,"description":["a\nb"]}`)
	f.Fuzz(func(t *testing.T, in string) {
		o, err := Read(strings.NewReader(in))
		var any map[string]json.RawMessage
		if valid := json.Unmarshal([]byte(in), &any) == nil && any != nil; err != nil && valid {
			t.Errorf("%q: %v", in, err)
		}
		if err != nil {
			return
		}
		lines := 0
		for i, g := range o.Groups {
			if lines += 1 + len(g.Fields); i > 0 {
				lines++
			}
		}
		if o.Cut {
			lines += 2
		}
		var b strings.Builder
		if o.WriteText(&b); strings.Count(b.String(), "\n") != lines {
			t.Errorf("%q: %d lines, want %d: %q", in, strings.Count(b.String(), "\n"), lines, b.String())
		}
	})
}
