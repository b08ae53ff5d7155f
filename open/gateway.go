package open

import (
	"context"
	"fmt"
	"strings"

	"github.com/earl-url/earl"
)

// Gateway opens the URLs of a scheme through another URL, usually one of http.
// The client then needs no opener for the scheme. Opening such a URL returns a
// [Referral] to the gateway's URL, so each guard on a hop applies. The client
// cannot check whether the gateway opens exactly that URL.
// Source: rfc1738 4.
type Gateway struct {
	scheme   string
	template []gatewayPart
}

// gatewayPart is a piece of a template: text, or a variable to expand.
type gatewayPart struct {
	text string
	name string // of the variable; "": text
	raw  bool   // the name has a "+": reserved characters and escapes stay
}

// gatewayVariables are the variables of a template.
var gatewayVariables = map[string]func(u earl.URL) string{
	"url":  earl.URL.String,
	"rest": func(u earl.URL) string { return strings.TrimPrefix(u.SchemePart(), "//") },
	"host": func(u earl.URL) string { host, _ := u.Host(); return host },
	"port": func(u earl.URL) string { port, _ := u.Port(); return port },
}

// ParseGateway reads a template for the URLs of a scheme: a URI template of
// rfc6570, levels 1 and 2, with the variables
//
//	url   the URL without its fragment and password
//	rest  what is after its scheme and "//"
//	host  its host
//	port  its port, if it has one
//
// "{url}" escapes what is reserved, "{+url}" writes it unchanged:
//
//	http://gateway.example/open?url={url}
//	http://gateway.example:8001/{+rest}
func ParseGateway(scheme, template string) (Gateway, error) {
	g := Gateway{scheme: strings.ToLower(scheme)}
	for rest := template; rest != ""; {
		text, variable, found := strings.Cut(rest, "{")
		if text != "" {
			g.template = append(g.template, gatewayPart{text: text})
		}
		if !found {
			break
		}
		name, after, closed := strings.Cut(variable, "}")
		plain, raw := strings.CutPrefix(name, "+")
		if gatewayVariables[plain] == nil || !closed {
			return Gateway{}, fmt.Errorf("open: gateway for %s: {%s: a variable must be url, rest, host or port, optionally after +, and end in \"}\"", scheme, name)
		}
		g.template = append(g.template, gatewayPart{name: plain, raw: raw})
		rest = after
	}
	u, err := earl.RFC3986.Parse(g.scheme + "://h/") // any URL shows an error in scheme and template
	if err == nil {
		_, err = g.URL(u)
	}
	if err != nil {
		return Gateway{}, fmt.Errorf("open: gateway for %s: %w", scheme, err)
	}
	return g, nil
}

// Scheme returns the scheme of the URLs that g opens.
func (g Gateway) Scheme() string { return g.scheme }

// URL returns the URL at the gateway that represents u. It leaves out the
// password. Source: rfc1738 6.
func (g Gateway) URL(u earl.URL) (earl.URL, error) {
	u = u.WithoutFragment().WithoutPassword()
	var b []byte
	for _, part := range g.template {
		if part.name == "" {
			b = append(b, part.text...)
			continue
		}
		value := gatewayVariables[part.name](u)
		if part.raw {
			b = append(b, value...)
		} else {
			b = earl.RFC3986.AppendEscape(b, earl.Octets(value), "")
		}
	}
	return earl.RFC3986.Parse(string(b))
}

// gatewayOpener is the opener of a scheme that goes through a gateway.
type gatewayOpener struct{ gateway Gateway }

func (o gatewayOpener) Schemes() []string { return []string{o.gateway.scheme} }

// Open returns the Referral to the gateway.
func (o gatewayOpener) Open(_ context.Context, r *Call) (Resource, error) {
	to, err := o.gateway.URL(r.URL)
	if err != nil {
		return nil, err
	}
	m := Meta{URL: r.URL, Kind: KindReferral, Size: -1}
	if _, ok := r.URL.Password(); ok {
		m.Note = append(m.Note, "the password is not sent to the gateway")
	}
	reason := "the gateway set for " + o.gateway.scheme
	return &Referral{Meta: m, Targets: []earl.URL{to}, Reason: reason}, nil
}
