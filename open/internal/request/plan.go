package request

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// Planner makes the plans of an http.Opener with zero Options. It opens nothing. Several
// goroutines may share it.
type Planner struct{}

// Schemes returns "http" and "https".
func (Planner) Schemes() []string { return []string{"http", "https"} }

// Open returns an errors.ErrUnsupported.
func (Planner) Open(context.Context, *open.Call) (open.Resource, error) {
	return nil, fmt.Errorf("http: this opener makes plans only: %w", errors.ErrUnsupported)
}

// Plan returns the lines of the GET that http.Opener sends. The errors are those of its Plan.
// Source: rfc1738 3.3; rfc9112 3.
func (Planner) Plan(r *open.Call) (open.Plan, error) {
	view, err := views.ParseHTTP(r.URL)
	if err != nil {
		return open.Plan{}, err
	}
	address, err := open.HostPort(r.URL)
	if err != nil {
		return open.Plan{}, err
	}
	q := New(r, view, address, Method(r), DefaultUserAgent)
	credentials, err := Basic(open.Login{User: view.User, Password: view.Password})
	if err != nil {
		return open.Plan{}, fmt.Errorf("http: %w", err)
	}
	if credentials != "" {
		q.Fields["Authorization"], q.Close = []string{"Basic " + credentials}, true
	}
	note, err := q.Aim(view.Path, view.Search, false)
	if err != nil {
		return open.Plan{}, fmt.Errorf("http: %w", err)
	}
	return open.Plan{Effect: open.EffectSends, Server: address, Note: Notes(view.Scheme, note), Steps: Steps(q.header())}, nil
}

// Notes returns the notes of a plan as sentences. The last is about the binary form of HTTP/2.
func Notes(scheme string, notes ...string) string {
	var sentences []string
	for _, note := range notes {
		if note != "" {
			sentences = append(sentences, strings.ToUpper(note[:1])+note[1:]+".")
		}
	}
	if scheme == "https" {
		sentences = append(sentences, "If the server chooses HTTP/2, the same fields are sent in its binary form.")
	}
	return strings.Join(sentences, " ")
}

// header returns the request line and the fields, in the order in which net/http sends them.
func (q *Request) header() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: %s\r\n", q.Method, q.URL.RequestURI(), q.Host)
	fmt.Fprintf(&b, "User-Agent: %s\r\n", q.Fields["User-Agent"][0])
	if q.Close {
		b.WriteString("Connection: close\r\n")
	}
	for _, name := range slices.Sorted(maps.Keys(q.Fields)) {
		for _, value := range q.Fields[name] {
			if name != "User-Agent" {
				fmt.Fprintf(&b, "%s: %s\r\n", name, value)
			}
		}
	}
	b.WriteString("\r\n")
	return b.String()
}

// Steps returns the steps for the lines of a request line and fields. Credentials are hidden.
func Steps(header string) (steps []open.Step) {
	line, header, _ := strings.Cut(header, "\r\n")
	steps = append(steps, open.Step{Line: line, Source: "rfc1738 3.3"})
	for line := range strings.SplitSeq(strings.TrimSuffix(header, "\r\n"), "\r\n") {
		steps = append(steps, Step(line))
	}
	return steps
}

// Step returns the step for a line of a header. Credentials are hidden.
func Step(line string) open.Step {
	name, value, _ := strings.Cut(line, ": ")
	if name == "Referer" {
		line = name + ": " + earl.Redact(value)
	}
	if name != "" && IsSecret(name) {
		line = SecretLine(name, value, earl.Hidden)
	}
	s := fields[name]
	if line == "Accept-Encoding: identity" {
		s.Why = "sizes and ranges are those of the object"
	}
	s.Line = line
	return s
}

// fields contains why each field is sent, and where it is defined.
var fields = map[string]open.Step{
	"":                    {Why: "it ends the header", Source: "rfc9112 2.1"},
	"Host":                {Source: "rfc9110 7.2"},
	"User-Agent":          {Source: "rfc9110 10.1.5"},
	"Connection":          {Why: "the connection is not kept", Source: "rfc9110 7.6.1"},
	"Accept":              {Source: "rfc9110 12.5.1"},
	"Accept-Encoding":     {Source: "rfc9110 12.5.3"},
	"Cookie":              {Source: "rfc6265 4.2"},
	"Authorization":       {Source: "rfc7617 2"},
	"If-Modified-Since":   {Source: "rfc9110 13.1.3"},
	"If-Range":            {Source: "rfc9110 13.1.5"},
	"Proxy-Authorization": {Source: "rfc9110 11.7.2"},
	"Range":               {Source: "rfc9110 14.2"},
}

// harmless are the request fields that contain no credentials.
var harmless = map[string]bool{
	"accept": true, "accept-charset": true, "accept-encoding": true, "accept-language": true,
	"cache-control": true, "connection": true, "content-language": true, "content-type": true,
	"dnt": true, "host": true, "if-match": true, "if-modified-since": true, "if-none-match": true,
	"if-range": true, "if-unmodified-since": true, "pragma": true, "range": true, "referer": true,
	"save-data": true, "te": true, "upgrade-insecure-requests": true, "user-agent": true,
}

// IsSecret reports whether a field of a request can contain credentials. It ignores the case of the
// name, and every name that is not known to be harmless is secret.
func IsSecret(name string) bool { return !harmless[strings.ToLower(name)] }

// SecretLine returns a line of a header without its credentials.
func SecretLine(name, value, hidden string) string {
	if name == "Authorization" || name == "Proxy-Authorization" {
		scheme, _, _ := strings.Cut(value, " ")
		return name + ": " + scheme + " " + hidden
	}
	return name + ": " + hidden
}
