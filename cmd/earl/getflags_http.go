package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net"
	"net/netip"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/earl-url/earl/cmd/earl/internal/cookies"
)

// httpFlags are the flags of get and ls for requests and responses. Their names and
// meanings are curl's.
type httpFlags struct {
	headers   []string
	agent     string
	noAgent   bool // -A ''
	referer   string
	user      string
	caCert    string
	insecure  bool
	cookies   []string
	jarFile   string
	noSession bool
	ip4, ip6  bool

	writeOut string
	noMeter  bool
	refused  string // the last flag used that would send something, or ""
}

// addHTTP adds the flags of get, ls and check for requests. user and jar are the short forms
// of --user and --cookie-jar, or "".
func (h *httpFlags) addHTTP(f *pflag.FlagSet, user, jar string) {
	f.StringArrayVarP(&h.headers, "header", "H", nil, "add `'NAME: VALUE'` to http requests, or the lines of @FILE; credentials go only to the host of the URL")
	f.VarP(&agentFlag{h}, "user-agent", "A", "send `NAME` as the User-Agent of http requests (default \"earl\")")
	f.StringVar(&h.referer, "referer", "", "send `URL` as the Referer of http requests")
	f.StringVarP(&h.user, "user", user, "", "log in as `NAME:PASSWORD` on the servers of the URLs, not on servers they redirect to")
	f.BoolVarP(&h.insecure, "insecure", "k", false, "do not verify server certificates")
	f.StringVar(&h.caCert, "cacert", "", "verify server certificates with the certificates in `FILE` (PEM)")
	f.StringArrayVarP(&h.cookies, "cookie", "b", nil, "send cookies: `'NAME=VALUE'`, or a file in the Netscape format; may be repeated")
	f.StringVarP(&h.jarFile, "cookie-jar", jar, "", "write all cookies to `FILE` at the end; \"-\" is stdout")
	f.BoolVarP(&h.noSession, "junk-session-cookies", "j", false, "with -b FILE, ignore session cookies")
	f.BoolVarP(&h.ip4, "ipv4", "4", false, "connect only to IPv4 addresses")
	f.BoolVarP(&h.ip6, "ipv6", "6", false, "connect only to IPv6 addresses")
	_ = f.SetAnnotation("cacert", cobra.BashCompFilenameExt, []string{"pem", "crt"})
}

// An agentFlag is the User-Agent. If it is empty, requests have no User-Agent.
type agentFlag struct{ h *httpFlags }

func (a *agentFlag) String() string {
	if a.h == nil {
		return ""
	}
	return a.h.agent
}

func (*agentFlag) Type() string { return "string" }

// Set reads the text of the flag.
func (a *agentFlag) Set(text string) error {
	if strings.ContainsFunc(text, unicode.IsControl) {
		return fmt.Errorf("%q: must not contain line breaks or other control characters", text)
	}
	a.h.agent, a.h.noAgent = text, text == ""
	return nil
}

// refused are the flags of curl that send something. get only retrieves.
var refused = []struct{ name, short, value string }{
	{"data", "d", "DATA"}, {"data-raw", "", "DATA"}, {"data-binary", "", "DATA"}, {"data-urlencode", "", "DATA"},
	{"form", "F", "NAME=CONTENT"}, {"upload-file", "T", "FILE"}, {"request", "X", "METHOD"}, {"post-data", "", "DATA"}, {"post-file", "", "FILE"}, {"method", "", "METHOD"},
}

// always are flags of curl and wget for what get always does.
var always = []string{"basic", "no-buffer", "no-clobber", "no-parent", "page-requisites", "retry-connrefused", "tcp-nodelay"}

// addAlways adds those flags, which change nothing.
func addAlways(f *pflag.FlagSet) {
	for _, name := range always {
		f.Bool(name, true, "accepted for users of curl and wget")
		f.Lookup(name).Hidden = true
	}
}

// A refusedFlag is a flag that check refuses, except for a value that requests what get
// does. Set does not return the error, because pflag would add the value to it, which
// may be a secret.
type refusedFlag struct {
	name string
	used *string // the name of the last one that was used
}

func (*refusedFlag) String() string { return "" }

func (*refusedFlag) Type() string { return "string" }

// Set keeps the name of the flag.
func (r *refusedFlag) Set(text string) error {
	if method := r.name == "request" || r.name == "method"; !method || text != "GET" {
		*r.used = r.name
	}
	return nil
}

// addRefused adds hidden flags whose errors explain why get refuses them.
func (h *httpFlags) addRefused(f *pflag.FlagSet) {
	for _, r := range refused {
		f.VarP(&refusedFlag{r.name, &h.refused}, r.name, r.short, r.value)
		f.Lookup(r.name).Hidden = true
	}
}

// aliases are other names of flags, from curl and wget.
var aliases = map[string]string{
	"max-filesize":         "max-size",
	"level":                "depth",
	"directory-prefix":     "output-dir",
	"output-document":      "output",
	"content-disposition":  "remote-header-name",
	"no-check-certificate": "insecure",
	"ca-certificate":       "cacert",
	"load-cookies":         "cookie",
	"save-cookies":         "cookie-jar",
	"http-user":            "user",
	"remote-name-all":      "remote-name",
}

// normalize replaces the other names of flags.
func normalize(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	return pflag.NormalizedName(cmp.Or(aliases[name], name))
}

// fields returns the header fields of requests.
func (h *httpFlags) fields() []string {
	var own []string
	if h.referer != "" {
		own = append(own, "Referer: "+h.referer)
	}
	if h.noAgent {
		own = append(own, "User-Agent:")
	}
	return append(own, h.headers...)
}

// lookup returns a function that looks up the addresses of one IP version, or nil for
// both versions.
func (h *httpFlags) lookup() func(ctx context.Context, network, host string) ([]netip.Addr, error) {
	version := "ip6"
	switch {
	case h.ip4:
		version = "ip4"
	case !h.ip6:
		return nil
	}
	return func(ctx context.Context, _, host string) ([]netip.Addr, error) {
		return net.DefaultResolver.LookupNetIP(ctx, version, host)
	}
}

// newJar returns the cookie jar of the flags, or nil without such flags. The file "-" is
// in. As in curl, a file that does not exist has no cookies; newJar calls absent with its
// name. It skips lines that are not cookies and calls badLine.
func (h *httpFlags) newJar(in io.Reader, absent func(name string), badLine func(error)) (*cookies.Jar, error) {
	if len(h.cookies) == 0 && h.jarFile == "" {
		return nil, nil
	}
	if h.jarFile != "" && h.jarFile != "-" {
		if err := cookies.CheckFile(h.jarFile); err != nil {
			return nil, usagef("--cookie-jar: %w", err)
		}
	}
	jar := cookies.New(cookies.Options{NoSessions: h.noSession, BadLine: badLine})
	missing, err := jar.Load(h.cookies, in)
	for _, name := range missing {
		absent(name)
	}
	if err != nil {
		return nil, usagef("--cookie: %w", err)
	}
	return jar, nil
}

// saveJar writes the cookies of jar, which may be nil, to the file of -c. The file "-"
// is out.
func (h *httpFlags) saveJar(jar *cookies.Jar, out io.Writer) error {
	switch name := h.jarFile; {
	case jar == nil || name == "":
		return nil
	case name == "-":
		return localErr(jar.Write(out))
	default:
		return localErr(jar.WriteFile(name))
	}
}
