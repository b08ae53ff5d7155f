package http

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	nethttp "net/http"
	"net/http/httptrace"
	"net/url"
	"strings"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/request"
	"github.com/earl-url/earl/open/internal/secure"
	"github.com/earl-url/earl/views"
)

// call is the request for one URL. It is sent once, or again with a login.
type call struct {
	opener   *Opener
	req      *open.Call
	view     views.HTTP
	address  string // "host:port" as dialled
	ownLogin bool   // the fields of the options have a login
	whole    string // the URL for the proxy of another scheme, or ""
	notes    []string
	secrets  []string // secrets that a server may repeat: see hide
}

// note adds a note for the user on how the URL was read.
func (c *call) note(format string, args ...any) {
	c.notes = append(c.notes, fmt.Sprintf(format, args...))
}

// answer is a response whose body is not yet read.
type answer struct {
	*call
	resp  *nethttp.Response
	watch *watch
	raw   *secure.RawConn // below TLS; nil: no TLS
}

// close closes an answer without reading it.
func (a *answer) close() {
	a.watch.stop()
	a.resp.Body.Close()
	a.opener.settle(a.req)
}

// drainable is the longest body that is read only to keep its connection.
const drainable = 16 << 10

// drain closes an answer. It reads a short body first, so that the next request
// can use the connection.
func (a *answer) drain() {
	if n := a.resp.ContentLength; 0 <= n && n <= drainable {
		a.watch.wait() // for the whole body
		io.Copy(io.Discard, a.resp.Body)
	}
	a.close()
}

// ask sends the request with the URL's login. If the server requests a login,
// it asks the user for one and sends the request once more.
func (c *call) ask(ctx context.Context, method string) (*answer, error) {
	a, err := c.send(ctx, method, open.Login{User: c.view.User, Password: c.view.Password})
	if err != nil || a.resp.StatusCode != nethttp.StatusUnauthorized || c.req.Login == nil || c.ownLogin {
		return a, err
	}
	realm, ok := basicRealm(a.resp.Header.Values("WWW-Authenticate"))
	if !ok {
		return a, nil
	}
	a.drain()
	l, err := c.req.Login(ctx, open.Login{User: c.view.User, Prompt: c.hide(realm)})
	if _, sent := c.view.Password.Reveal(); err != nil && sent && ctx.Err() == nil {
		return nil, &StatusError{Code: nethttp.StatusUnauthorized, Text: "the login was refused in " + c.quoted(realm)}
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", &StatusError{Code: nethttp.StatusUnauthorized, Text: "the server requests a login in " + c.quoted(realm)}, err)
	}
	if _, given := l.Password.Reveal(); !given && !l.User.Present {
		return nil, &StatusError{Code: nethttp.StatusUnauthorized, Text: "the server requests a login in " + c.quoted(realm) + ", and none was entered"}
	}
	if !l.User.Present {
		l.User = c.view.User
	}
	return c.send(ctx, method, l)
}

// send sends one request and waits for the header of the response.
func (c *call) send(ctx context.Context, method string, login open.Login) (*answer, error) {
	w := newWatch(ctx, c.req.Policy.Idle)
	r, err := c.request(w.ctx, method, login)
	if err != nil {
		w.stop()
		return nil, err
	}
	c.traceRequest(r)
	resp, raw, err := c.roundTrip(r, w)
	if err != nil {
		return nil, err
	}
	c.traceResponse(resp)
	c.keepCookies(resp)
	told := &open.Response{
		URL: c.req.URL, Method: method, Proto: resp.Proto, Code: resp.StatusCode, Status: resp.Status,
		Remote: w.remote, Fields: resp.Header,
	}
	if w.over != nil {
		told.TLS = secure.Of(w.over.ConnectionState())
	}
	c.req.Observer.Responded(told)
	if err := c.unchunk(resp, w); err != nil {
		w.stop()
		resp.Body.Close()
		return nil, err
	}
	return &answer{c, resp, w, raw}, nil
}

// roundTrip sends a request on the opener's connections, under a watch. It
// stops the watch if there is an error. It returns the connection below TLS
// too.
func (c *call) roundTrip(r *nethttp.Request, w *watch) (*nethttp.Response, *secure.RawConn, error) {
	d := newDialling(w, c.req)
	defer d.stop()
	if c.viaProxy(r) {
		d.dial = c.req.DialVia
	}
	ctx := context.WithValue(w.ctx, dialKey{}, d)
	var raw *secure.RawConn
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(got httptrace.GotConnInfo) {
		w.head, _ = got.Conn.(*headConn)
		w.over, raw = layersOf(got.Conn)
		w.remote = open.RemoteOf(got.Conn)
		w.wait()
	}})
	resp, err := c.opener.transport(c.req).RoundTrip(r.WithContext(ctx))
	w.pause()
	if err != nil {
		err = c.failure(w, err)
		w.stop()
		return nil, nil, err
	}
	return resp, raw, nil
}

// layersOf returns the TLS of a connection and the connection below it, or nil.
func layersOf(conn net.Conn) (*tls.Conn, *secure.RawConn) {
	for {
		if over, ok := conn.(*tls.Conn); ok {
			raw, _ := over.NetConn().(*secure.RawConn)
			return over, raw
		}
		above, ok := conn.(interface{ NetConn() net.Conn })
		if !ok {
			return nil, nil
		}
		conn = above.NetConn()
	}
}

// viaProxy reports whether the dialled host of a request is a proxy.
func (c *call) viaProxy(r *nethttp.Request) bool {
	p, err := c.proxy(r)
	return c.whole != "" || err == nil && p != nil
}

// proxy returns the proxy for a request according to the options, or nil.
func (c *call) proxy(r *nethttp.Request) (*url.URL, error) {
	if c.opener.Proxy == nil {
		return nil, nil
	}
	return c.opener.Proxy(r)
}

// request returns the request for the view. It checks the target, because
// net/http must not send another one.
func (c *call) request(ctx context.Context, method string, login open.Login) (*nethttp.Request, error) {
	q := request.New(c.req, c.view, c.address, method, c.opener.userAgent())
	r := (&nethttp.Request{
		Method:     q.Method,
		URL:        q.URL,
		Host:       q.Host,
		Proto:      "HTTP/1.1",
		ProtoMajor: 1,
		ProtoMinor: 1,
		Header:     q.Fields,
		Close:      q.Close,
	}).WithContext(ctx)
	c.addCookies(r)
	c.addFields(r)
	if err := c.authorize(r, login); err != nil {
		return nil, err
	}
	return r, c.aim(r)
}

// aim sets the target of a request.
func (c *call) aim(r *nethttp.Request) error {
	if c.whole != "" {
		r.URL.Opaque = c.whole
		return request.CheckTarget(c.whole)
	}
	whole, err := c.proxied(r)
	if err != nil {
		return fmt.Errorf("the proxy: %w: %s", open.ErrConnect, c.hide(err.Error()))
	}
	note, err := (&request.Request{URL: r.URL, Host: r.Host}).Aim(c.view.Path, c.view.Search, whole)
	if note != "" {
		c.note("%s", note)
	}
	return err
}

// proxied reports whether a request goes to an http proxy, which receives the
// whole URL.
func (c *call) proxied(r *nethttp.Request) (bool, error) {
	if c.view.Scheme != "http" {
		return false, nil
	}
	p, err := c.proxy(r)
	return err == nil && p != nil && !strings.HasPrefix(p.Scheme, "socks5"), err
}

// prefixed returns err with the name of the protocol.
func prefixed(err error) error { return fmt.Errorf("http: %w", err) }
