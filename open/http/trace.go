package http

import (
	"maps"
	nethttp "net/http"
	"slices"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/request"
)

// traceRequest traces a request. Over TLS it may be sent in another form.
func (c *call) traceRequest(r *nethttp.Request) {
	if c.req.Trace == nil {
		return
	}
	c.trace('C', r.Method+" "+r.URL.RequestURI()+" HTTP/1.1")
	c.trace('C', "Host: "+r.Host)
	c.traceHeader('C', r.Header)
}

// traceResponse traces the header of a response.
func (c *call) traceResponse(resp *nethttp.Response) {
	if c.req.Trace == nil {
		return
	}
	c.trace('S', resp.Proto+" "+resp.Status)
	c.traceHeader('S', resp.Header)
}

// traceHeader traces fields in the order of their names. It hides request fields that may be
// secret, cookies, and passwords in URLs.
func (c *call) traceHeader(dir byte, h nethttp.Header) {
	for _, name := range slices.Sorted(maps.Keys(h)) {
		for _, value := range h[name] {
			switch name {
			case "Referer", "Location", "Content-Location", "Refresh", "Link":
				value = earl.Redact(value)
			}
			if dir == 'C' && IsSecret(name) || SoundsSecret(name) {
				c.trace(dir, request.SecretLine(name, value, earl.Hidden))
				continue
			}
			c.trace(dir, name+": "+value)
		}
	}
}

// trace traces a line.
func (c *call) trace(dir byte, line string) {
	c.req.Trace(open.Event{Dir: dir, Line: c.hide(line)})
}
