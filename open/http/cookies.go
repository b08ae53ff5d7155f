package http

import (
	nethttp "net/http"
	"net/url"
)

// jarURL returns the URL of a call in the form that a jar expects.
func (c *call) jarURL() *url.URL {
	u := &url.URL{Scheme: c.view.Scheme, Host: c.address, Path: c.view.Path}
	if decoded, err := url.PathUnescape(c.view.Path); err == nil {
		u.Path, u.RawPath = decoded, c.view.Path
	}
	return u
}

// addCookies adds the cookies of the jar to a request, and hides their values, because a server may
// repeat them. Source: rfc6265 5.4.
func (c *call) addCookies(r *nethttp.Request) {
	if c.opener.Jar == nil || c.whole != "" {
		return
	}
	for _, cookie := range c.opener.Jar.Cookies(c.jarURL()) {
		r.AddCookie(cookie)
		if len(cookie.Value) >= shortSecret {
			c.secrets = append(c.secrets, cookie.Value)
		}
	}
}

// keepCookies passes the cookies of a response to the jar. Source: rfc6265 5.3.
func (c *call) keepCookies(resp *nethttp.Response) {
	if c.opener.Jar != nil && c.whole == "" {
		c.opener.Jar.SetCookies(c.jarURL(), resp.Cookies())
	}
}
