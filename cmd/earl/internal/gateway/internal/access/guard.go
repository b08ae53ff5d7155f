// Package access decides which requests a gateway serves, which addresses it connects to,
// and which logins it sends.
//
//	keys := access.NewKeys()
//	guards := access.Guards(access.Options{Hosts: hosts, Keys: keys})
//	if refusal := access.Check(guards, r); refusal != nil {
//		refusal.Write(w)
//	}
//
// A gateway runs on the machine of its user, and any page of any site can send requests to
// it. So the guards check the Host, Origin, Sec-Fetch-Site and cookie of a request before
// the gateway uses any of it.
//
// Source: rfc1738 6.
package access

import (
	"net"
	"net/http"
	"slices"
	"strings"
)

// Refusal is the response to a request that a gateway does not serve.
type Refusal struct {
	Status int    // of HTTP
	Text   string // a sentence for the user
	Guard  string // the name of the guard
}

// Write sends the refusal as plain text. It sends no page, so that the client receives no
// content of the gateway.
func (f *Refusal) Write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(f.Status)
	w.Write([]byte(f.Text + "\n"))
}

// Refuse responds with a status and a sentence, as plain text.
func Refuse(w http.ResponseWriter, status int, text string) {
	(&Refusal{Status: status, Text: text}).Write(w)
}

// Guard is a named check of a request. Check returns nil if the request passes.
type Guard struct {
	Name  string
	Check func(r *http.Request) *Refusal
}

// Check returns the first refusal of the guards, in their order, or nil.
func Check(guards []Guard, r *http.Request) *Refusal {
	for _, g := range guards {
		if f := g.Check(r); f != nil {
			f.Guard = g.Name
			return f
		}
	}
	return nil
}

// Options are the settings of the guards of a gateway.
type Options struct {
	Hosts []string // the values of Host that are accepted, each with its port
	Keys  *Keys
	// Sandboxed reports whether the path of a request contains a key with which a
	// document in its sandbox can retrieve it. If Sandboxed is nil, no path does.
	Sandboxed func(r *http.Request) bool
	// Entrance reports whether a browser can open a path without a cookie, and from a
	// page of another site. If Entrance is nil, there is no such path.
	Entrance func(path string) bool
	// Public reports whether a client can retrieve a path without a cookie. If Public is
	// nil, there is no such path.
	Public func(path string) bool
}

// Guards returns the guards of a gateway, in the order of the checks.
func Guards(o Options) []Guard {
	if o.Sandboxed == nil {
		o.Sandboxed = func(*http.Request) bool { return false }
	}
	none := func(string) bool { return false }
	if o.Entrance == nil {
		o.Entrance = none
	}
	if o.Public == nil {
		o.Public = none
	}
	return []Guard{
		{"absolute-form", checkForm},
		{"host", o.checkHost},
		{"method", checkMethod},
		{"origin", o.checkOrigin},
		{"fetch-site", o.checkFetchSite},
		{"cookie", o.checkCookie},
	}
}

// checkForm refuses requests that are for a proxy.
func checkForm(r *http.Request) *Refusal {
	if r.Method == http.MethodConnect || !strings.HasPrefix(r.RequestURI, "/") {
		return &Refusal{Status: http.StatusBadRequest, Text: "This port does not accept proxy requests. To start a proxy, run earl serve --proxy."}
	}
	return nil
}

// checkHost refuses every Host that is not in Hosts. If another name resolved to this
// machine, a page of that name would have the same origin as the gateway.
func (o Options) checkHost(r *http.Request) *Refusal {
	ours := func(host string) bool {
		return strings.EqualFold(host, r.Host) || strings.EqualFold(host, r.Host+":80") // browsers omit port 80
	}
	if slices.ContainsFunc(o.Hosts, ours) {
		return nil
	}
	return &Refusal{Status: http.StatusMisdirectedRequest, Text: "The gateway does not have this host name."}
}

// checkMethod accepts retrievals, and the forms of the gateway's own pages.
func checkMethod(r *http.Request) *Refusal {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost:
		return nil
	}
	return &Refusal{Status: http.StatusMethodNotAllowed, Text: "The gateway accepts only GET, HEAD and POST."}
}

// checkOrigin refuses requests from pages of another origin, with any method. The pages of
// the gateway send no referrer, so browsers send "null" as the Origin of their forms.
// "null" passes only if Sec-Fetch-Site is "same-origin", or if the path has a key for a
// document in its sandbox.
func (o Options) checkOrigin(r *http.Request) *Refusal {
	origin, given := r.Header["Origin"]
	switch {
	case !given, len(origin) == 1 && origin[0] == "http://"+r.Host:
		return nil
	case len(origin) == 1 && origin[0] == "null" && (r.Header.Get("Sec-Fetch-Site") == "same-origin" || o.Sandboxed(r)):
		return nil
	}
	return &Refusal{Status: http.StatusForbidden, Text: "The gateway accepts this request only from its own pages."}
}

// checkFetchSite refuses requests that another site started, including links. A page of
// another site could otherwise open URLs as the user. Requests of a document in its sandbox
// have no site, but a key in their path.
func (o Options) checkFetchSite(r *http.Request) *Refusal {
	for _, site := range r.Header["Sec-Fetch-Site"] {
		if site != "same-origin" && site != "none" && !o.Sandboxed(r) && !(o.Entrance(r.URL.Path) && isNavigation(r)) {
			return &Refusal{Status: http.StatusForbidden, Text: "Another site sent this request. To open the address, copy it into the address bar of the gateway."}
		}
	}
	return nil
}

// checkCookie refuses every client that has not used a start link.
func (o Options) checkCookie(r *http.Request) *Refusal {
	if o.Keys.HasCookie(r) || o.Sandboxed(r) || o.Entrance(r.URL.Path) || o.Public(r.URL.Path) && IsRetrieval(r) {
		return nil
	}
	return &Refusal{Status: http.StatusForbidden, Text: "Open the start link that earl printed. It gives this browser access."}
}

// ProxyGuards returns the guards of a proxy, in the order of the checks. A client
// of a proxy has no cookie, and its Host is the one of its target.
func ProxyGuards() []Guard {
	return []Guard{
		{"browser", checkBrowser},
		{"relative-form", checkWhole},
		{"retrieval", checkRetrieval},
	}
}

// checkBrowser refuses requests that a page in a browser started.
func checkBrowser(r *http.Request) *Refusal {
	for name := range r.Header {
		if name == "Origin" || strings.HasPrefix(name, "Sec-Fetch-") {
			return &Refusal{Status: http.StatusForbidden, Text: "This proxy does not serve browsers. Use the port of the gateway instead."}
		}
	}
	return nil
}

// checkWhole refuses targets that are not absolute URLs: any page can send such a request
// to this port.
func checkWhole(r *http.Request) *Refusal {
	if r.Method != http.MethodConnect && !r.URL.IsAbs() {
		return &Refusal{Status: http.StatusBadRequest, Text: "This port is a proxy and accepts only absolute URLs. Enter its address in the proxy settings of a program. For a browser, use the other link that earl serve printed."}
	}
	return nil
}

// checkRetrieval refuses methods that do not retrieve. Source: SPEC F7.
func checkRetrieval(r *http.Request) *Refusal {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodConnect:
		return nil
	}
	return &Refusal{Status: http.StatusMethodNotAllowed, Text: "The proxy accepts only GET and HEAD."}
}

// IsRetrieval reports whether a request only retrieves: its method is GET or HEAD.
func IsRetrieval(r *http.Request) bool {
	return r.Method == http.MethodGet || r.Method == http.MethodHead
}

// ClosedPolicy is the Content-Security-Policy that allows nothing.
const ClosedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// SetHeader sets the fields that every response has. A page that needs more than
// they allow replaces them.
func SetHeader(h http.Header) {
	h.Set("Content-Security-Policy", ClosedPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()")
	h.Set("Cache-Control", "no-store")
}

// portOf returns the port of a "host:port".
func portOf(host string) string {
	_, port, _ := net.SplitHostPort(host)
	return port
}
