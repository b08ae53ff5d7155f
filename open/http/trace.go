package http

import (
	"maps"
	nethttp "net/http"
	"slices"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// traceRequest shows a request. Over TLS it may go out in another form.
func (c *call) traceRequest(r *nethttp.Request) {
	if c.req.Trace == nil {
		return
	}
	c.trace('C', r.Method+" "+r.URL.RequestURI()+" HTTP/1.1")
	c.trace('C', "Host: "+r.Host)
	c.traceHeader('C', r.Header)
}

// traceResponse shows the header of a response.
func (c *call) traceResponse(resp *nethttp.Response) {
	if c.req.Trace == nil {
		return
	}
	c.trace('S', resp.Proto+" "+resp.Status)
	c.traceHeader('S', resp.Header)
}

// traceHeader shows fields in the order of their names. Fields of a request that may
// be secret, cookies and passwords in URLs are hidden.
func (c *call) traceHeader(dir byte, h nethttp.Header) {
	for _, name := range slices.Sorted(maps.Keys(h)) {
		for _, value := range h[name] {
			switch name {
			case "Referer", "Location", "Content-Location", "Refresh", "Link":
				value = earl.Redact(value)
			}
			if dir == 'C' && IsSecret(name) || SoundsSecret(name) {
				c.trace(dir, secretLine(name, value, earl.Hidden))
				continue
			}
			c.trace(dir, name+": "+value)
		}
	}
}

// trace shows a line of the dialogue.
func (c *call) trace(dir byte, line string) {
	c.req.Trace(open.Event{Dir: dir, Line: c.hide(line)})
}
