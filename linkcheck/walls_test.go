package linkcheck_test

import (
	"io"
	nethttp "net/http"
	"strings"
	"testing"

	"github.com/earl-url/earl/linkcheck"
)

// A reply is a response of a test server: header lines, an empty line, a body.
type reply struct {
	code int
	text string
}

// replies is a server with a reply for each path.
type replies map[string]reply

func (p replies) ServeHTTP(w nethttp.ResponseWriter, r *nethttp.Request) {
	x, ok := p[r.URL.Path]
	if !ok {
		nethttp.NotFound(w, r)
		return
	}
	head, body, _ := strings.Cut(x.text, "\n\n")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	for line := range strings.Lines(head) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		w.Header().Set(name, value)
	}
	w.WriteHeader(x.code)
	io.WriteString(w, body)
}

// A wall against robots is a warning with its name; a page about walls is not a wall.
func TestBlocked(t *testing.T) {
	t.Parallel()
	const ok, blocked, failed = linkcheck.OK, linkcheck.Blocked, linkcheck.Failed
	rows := map[string]struct {
		reply
		want    linkcheck.Status
		message string
	}{
		"/cloudflare":      {reply{403, "Server: cloudflare\nCf-Mitigated: challenge\n\n<title>Just a moment...</title>"}, blocked, "Cloudflare"},
		"/cloudflare503":   {reply{503, "Server: cloudflare\n\n<title>Just a moment...</title><script src=/cdn-cgi/challenge-platform/x.js></script>"}, blocked, "503 Service Unavailable: a wall against robots: Cloudflare"},
		"/cloudflare1020":  {reply{403, "Server: cloudflare\n\nerror code: 1020"}, blocked, "Cloudflare"},
		"/datadome":        {reply{403, "X-Datadome: protected\n\n<p>Please enable JS"}, blocked, "DataDome"},
		"/datadome2":       {reply{403, "Set-Cookie: datadome=abc; Path=/\n\n<p>x"}, blocked, "DataDome"},
		"/akamai":          {reply{403, "Server: AkamaiGHost\n\n<H1>Access Denied</H1> Reference #18.2d351ab8"}, blocked, "Akamai"},
		"/akamai2":         {reply{403, "X: y\n\n<TITLE>Access Denied</TITLE><H1>Access Denied</H1>Reference&#32;&#35;18&#46;2d"}, blocked, "Akamai"},
		"/perimeterx":      {reply{403, "X: y\n\n<title>Access to this page has been denied</title><div id=px-captcha>"}, blocked, "PerimeterX"},
		"/aws":             {reply{202, "X-Amzn-Waf-Action: challenge\n\n"}, blocked, "AWS WAF"},
		"/aws405":          {reply{405, "X-Amzn-Waf-Action: captcha\n\n"}, blocked, "AWS WAF"},
		"/imperva":         {reply{403, "X-Iinfo: 1-2-3\n\nRequest unsuccessful. Incapsula incident ID: 1"}, blocked, "Imperva"},
		"/sucuri":          {reply{403, "Server: Sucuri/Cloudproxy\n\n<title>Sucuri WebSite Firewall - Access Denied</title>"}, blocked, "Sucuri"},
		"/linkedin":        {reply{999, "X: y\n\n"}, blocked, "LinkedIn"},
		"/plain403":        {reply{403, "Server: nginx\n\n<title>403 Forbidden</title>"}, blocked, "a browser may be let in"},
		"/plain405":        {reply{405, "Server: nginx\n\n"}, blocked, "a browser may be let in"},
		"/post":            {reply{405, "Allow: POST\n\n"}, blocked, "accepts only POST"},
		"/plain429":        {reply{429, "Retry-After: 0\n\n"}, blocked, "429 Too Many Requests"},
		"/s3":              {reply{403, "Server: AmazonS3\n\n<Error><Code>AccessDenied</Code></Error>"}, failed, "no such object"},
		"/410":             {reply{410, "Server: cloudflare\n\n<title>Gone</title>"}, linkcheck.NotFound, ""},
		"/503":             {reply{503, "Server: cloudflare\n\n<title>Down for maintenance</title>"}, failed, "503"},
		"/400":             {reply{400, "X: y\n\n"}, failed, "400"},
		"/about":           {reply{200, "Server: cloudflare\n\n<title>Just a moment: Cloudflare's challenge explained</title><p>cf-mitigated: challenge, px-captcha, Access Denied, Reference #18, g-recaptcha, datadome="}, ok, ""},
		"/form":            {reply{200, "X: y\n\n<title>Contact</title><script src=https://www.google.com/recaptcha/api.js></script><div class=g-recaptcha>"}, ok, ""},
		"/cdn":             {reply{200, "X-Iinfo: 1\nX-Cdn: Imperva\n\n<title>Shop</title><script src=/_Incapsula_Resource?x></script><p>Welcome"}, ok, ""},
		"/shopify":         {reply{430, "X: y\n\n"}, blocked, "Shopify"},
		"/about-incapsula": {reply{200, "X: y\n\n<title>Blocked requests</title><p>Visitors then see an Incapsula incident ID."}, ok, ""},
	}
	site := replies{}
	for path, row := range rows {
		site[path] = row.reply
	}
	base := serve(t, site)
	for _, depth := range []linkcheck.Depth{linkcheck.Exists, linkcheck.Content} {
		for path, row := range rows {
			o := quick(t)
			o.Depth, o.Retries = depth, 1
			got := one(t, o, base+path)
			if got.Status != row.want || !strings.Contains(got.Message, row.message) {
				t.Errorf("%v %s: %v: %s, want %v: %s", depth, path, got.Status, got.Message, row.want, row.message)
			}
			if want := row.want.Severity(); got.Severity != want {
				t.Errorf("%v %s: %v, want %v", depth, path, got.Severity, want)
			}
		}
	}
}

// A check gets pages from a server that responds only to requests for pages, and does not claim
// to be a browser.
func TestAcceptOfABrowser(t *testing.T) {
	t.Parallel()
	site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		if !strings.HasPrefix(r.Header.Get("Accept"), "text/html") {
			w.WriteHeader(nethttp.StatusNotFound)
		}
		if agent := r.Header.Get("User-Agent"); strings.Contains(agent, "Mozilla") {
			t.Errorf("User-Agent %q", agent)
		}
	}))
	if r := one(t, quick(t), site+"/crate"); r.Status != linkcheck.OK {
		t.Errorf("%v: %s", r.Status, r.Message)
	}
}
