package ldap_test

import (
	"crypto/tls"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/ldap"
)

// realDirectory returns the request of a URL on a server, with the password of its manager.
func realRequest(u string) *open.Request {
	return &open.Request{URL: earl.RFC3986.MustParse(u), Login: peerLogin}
}

// G5, rfc4516: a real slapd returns entries, listings, references and refusals.
func TestRealSlapd(t *testing.T) {
	t.Parallel()
	p := peers.Slapd(t)
	client := open.New(open.Options{}, ldap.Opener{})
	defer client.Close()
	for path, want := range map[string]string{
		"dc=example,dc=test": "document size=-1\n\tversion: 1\n\tdn: dc=example,dc=test\n\tobjectClass: organization\n\tobjectClass: dcObject\n\to: Example\n\tdc: example\n",
		"cn=Jane%20Doe,ou=people,dc=example,dc=test?sn,mail,description,userPassword": "document size=-1\n\tversion: 1\n\tdn: cn=Jane Doe,ou=people,dc=example,dc=test\n\tsn: Doe\n" +
			"\tmail: jane@example.test\n\tmail: doe@example.test\n\tdescription:: R3LDvMOfZQ==\n\t# userPassword is not shown\n" +
			"note the values of userPassword are not shown (ldap.Options.Passwords)\n",
		"dc=example,dc=test??one": "listing size=-1\n" +
			"\tdocument \"ou=people\" ldap://HOST/ou=people,dc=example,dc=test\n\tlisting \"ou=people/\" ldap://HOST/ou=people,dc=example,dc=test??one\n" +
			"\tdocument \"ldap://ldap.invalid/ou=elsewhere,dc=example,dc=test??base\" ldap://ldap.invalid/ou=elsewhere,dc=example,dc=test??base another server has these entries\n",
		"dc=example,dc=test?mail?sub?(cn=jane*)": "listing size=-1\n\tdocument \"cn=Jane Doe,ou=people\" ldap://HOST/cn=Jane%20Doe,ou=people,dc=example,dc=test?mail mail: jane@example.test, doe@example.test\n" +
			"\tlisting \"ldap://ldap.invalid/ou=elsewhere,dc=example,dc=test??sub\" ldap://ldap.invalid/ou=elsewhere,dc=example,dc=test?mail?sub?(cn=jane*) another server has these entries\n",
		"ou=people,dc=example,dc=test??one?(cn=doe,*)":                "listing size=-1\n\tdocument \"cn=Doe\\\\2C John\" ldap://HOST/cn=Doe%5C2C%20John,ou=people,dc=example,dc=test\n",
		"cn=no,dc=example,dc=test":                                    "error not-found: ldap: search: 32 no such object: the nearest entry that exists is \"dc=example,dc=test\"\n",
		"cn=secret,dc=example,dc=test":                                "error not-found: ldap: search: 32 no such object\n",
		"dc=elsewhere":                                                "error not-found: ldap: search: 32 no such object\n",
		"not%20a%20name":                                              "error server: ldap: search: 34 invalid name, invalid DN: the server cannot read the name in the URL\n",
		"ou=elsewhere,dc=example,dc=test":                             "referral 10 referral\n\tldap://ldap.invalid/ou=elsewhere,dc=example,dc=test??base\n",
		"cn=secret,dc=example,dc=test????!bindname=" + escapedManager: "document size=-1\n\tversion: 1\n\tdn: cn=secret,dc=example,dc=test\n\tobjectClass: inetOrgPerson\n\tcn: secret\n\tsn: secret\n",
		"dc=example,dc=test????!bindname=cn=other":                    "error login: ldap: bind: 49 invalid credentials\n",
	} {
		want = strings.ReplaceAll(want, "HOST", p.Addr)
		if got := report(t, client, realRequest(p.URL(path))); got != want {
			t.Errorf("%s:\n%swant:\n%s", path, got, want)
		}
	}
	for path, kind := range map[string]open.Kind{"dc=example,dc=test": open.KindDocument, "dc=example,dc=test??sub?(x=y)": open.KindListing, "ou=elsewhere,dc=example,dc=test": open.KindReferral} {
		if m, err := client.Probe(t.Context(), earl.RFC3986.MustParse(p.URL(path))); err != nil || m.Kind != kind {
			t.Errorf("Probe(%s) = %q, %v, want %q", path, m.Kind, err, kind)
		}
	}
	if _, err := client.Probe(t.Context(), earl.RFC3986.MustParse(p.URL("cn=no,dc=example,dc=test??one"))); !errors.Is(err, open.ErrNotFound) {
		t.Errorf("Probe of a missing entry: %v", err)
	}
}

// The server's limit makes a listing incomplete, and the error says so.
func TestRealSlapdLimit(t *testing.T) {
	t.Parallel()
	p := peers.Slapd(t)
	client := open.New(open.Options{}, ldap.Opener{})
	defer client.Close()
	got := report(t, client, realRequest(p.URL("dc=example,dc=test??sub")))
	if !strings.Contains(got, "error cut: ldap: search: 4 size limit exceeded: there may be more entries") || strings.Count(got, "\tdocument") != 3 {
		t.Errorf("got:\n%s", got)
	}
}

// ldaps is ldap over TLS.
func TestRealSlapdTLS(t *testing.T) {
	t.Parallel()
	p := peers.Slapd(t)
	client := open.New(open.Options{}, ldap.Opener{Options: ldap.Options{TLS: &tls.Config{RootCAs: p.Roots}}})
	defer client.Close()
	res, err := client.Open(t.Context(), earl.RFC3986.MustParse("ldaps://"+p.TLS+"/dc=example,dc=test?dc"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(res.(*open.Document).Body)
	if err != nil || !strings.HasSuffix(string(text), "\ndc: example\n") {
		t.Errorf("%s, %v", text, err)
	}
}
