package config

import (
	"crypto/tls"
	"encoding/pem"
	"io"
	"log"
	nethttp "net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/http"
)

// opener returns the http opener of settings.
func opener(t *testing.T, s *Settings) *http.Opener {
	t.Helper()
	for _, o := range s.Openers() {
		if o, ok := o.(*http.Opener); ok {
			return o
		}
	}
	t.Fatal("no opener of http")
	return nil
}

// Without Hosts, the opener sends credentials only to the first server. With
// Hosts, it sends them only to these.
func TestFieldsOfHosts(t *testing.T) {
	const file = "[host.\"h.example\"]\nheader = [\"X-Site: docs\", \"X-All: file\"]\n"
	flags := []string{"Authorization: Bearer t0ken", "X-All: flag"}
	s, err := settingsOf(t, Options{Fields: flags, UserAgent: "me"}, nil, nil, file)
	if err != nil {
		t.Fatal(err)
	}
	o := opener(t, s)
	if o.UserAgent != "me" || o.Fields.Get("Authorization") == "" || o.Fields.Get("X-All") != "flag" || o.TLS != nil {
		t.Errorf("fields %q, agent %q", o.Fields, o.UserAgent)
	}
	if h := o.HostFields("H.example:443"); h.Get("X-Site") != "docs" || h.Get("X-All") != "" || len(o.HostFields("i.example:443")) > 0 {
		t.Errorf("fields of the host: %q", h)
	}

	s, err = settingsOf(t, Options{Fields: flags, User: "joe", BasicAuth: []string{"http://i.example/x ann:pw"}, GitHubToken: "ghp", Hosts: []string{"h.example:80"}}, nil, nil, file)
	if err != nil {
		t.Fatal(err)
	}
	o = opener(t, s)
	for address, want := range map[string]string{"h.example:80": "Basic am9lOg==", "h.example:81": "", "i.example:80": "Basic YW5uOnB3", "i.example:443": "", "api.github.com:443": "Bearer ghp", "github.com:443": ""} {
		if got := o.HostFields(address).Get("Authorization"); got != want || o.Fields.Get("Authorization") != "" {
			t.Errorf("%s: Authorization %q, want %q; for all %q", address, got, want, o.Fields)
		}
	}
	if got := o.HostFields("h.example:80").Get("X-Site"); got != "docs" {
		t.Errorf("X-Site %q with a login", got)
	}
}

// An empty Hosts means that no server gets the credentials.
func TestCredentialsWithoutHosts(t *testing.T) {
	s, err := settingsOf(t, Options{Fields: []string{"Cookie: a=b", "X-All: x"}, User: "joe:pw", Hosts: []string{}}, nil, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	if o := opener(t, s); len(o.Fields) != 1 || o.HostFields != nil {
		t.Errorf("fields %q", o.Fields)
	}
}

// A certificate of a file is trusted, and --insecure trusts any.
func TestTLS(t *testing.T) {
	server := httptest.NewUnstartedServer(nethttp.HandlerFunc(func(nethttp.ResponseWriter, *nethttp.Request) {}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	file := filepath.Join(t.TempDir(), "ca.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		o    Options
		want bool
	}{
		{Options{}, false},
		{Options{CACert: file}, true},
		{Options{Insecure: true}, true},
		{Options{MinTLS: "1.3"}, false},
		{Options{Insecure: true, MinTLS: "TLSv1_3"}, true},
	} {
		s, err := settingsOf(t, row.o, nil, nil, "")
		if err != nil {
			t.Fatal(err)
		}
		client := open.New(open.Options{}, s.Openers()...)
		_, err = client.Probe(t.Context(), earl.RFC3986.MustParse(server.URL+"/"))
		client.Close()
		if (err == nil) != row.want {
			t.Errorf("%+v: %v", row.o, err)
		}
	}
	s, err := settingsOf(t, Options{MinTLS: "1.0"}, nil, nil, "")
	if err != nil || s.FTP("h:21").TLS.MinVersion != tls.VersionTLS10 {
		t.Errorf("ftp: %v, %+v", err, s)
	}
}

// A mistake is an error that names the setting and no secret.
func TestFieldsAndTLSErrors(t *testing.T) {
	dir := t.TempDir()
	empty := filepath.Join(dir, "empty.pem")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		o    Options
		file string
		want string
	}{
		{Options{Fields: []string{"s3cret"}}, "", "header: "},
		{Options{BasicAuth: []string{"http://h.example s3cret"}}, "", "basic-auth: "},
		{Options{BasicAuth: []string{"http://h%st s3cret:x"}}, "", "basic-auth: "},
		{Options{CACert: filepath.Join(dir, "none.pem")}, "", "cacert: "},
		{Options{CACert: empty}, "", "no PEM certificate"},
		{Options{MinTLS: "2"}, "", `min-tls "2"`},
		{Options{}, "[host.h]\nheader = 3\n", "string"},
		{Options{}, "[host.h]\nheader = \"s3cret\"\n", "line 2"},
	} {
		_, err := settingsOf(t, row.o, nil, nil, row.file)
		if err == nil || !strings.Contains(err.Error(), row.want) || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%+v %q: %v, want %q", row.o, row.file, err, row.want)
		}
	}
}
