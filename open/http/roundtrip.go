package http

import (
	"errors"
	"fmt"
	"io"
	"mime"
	nethttp "net/http"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// RoundTripper makes an http.Client open every scheme that an open.Client
// opens:
//
//	opener := new(http.Opener)
//	client := open.New(open.Options{}, opener, new(ftp.Opener), gopher.Opener{})
//	web := &nethttp.Client{Transport: http.NewRoundTripper(client, opener)}
//	resp, err := web.Get("ftp://ftp.example/pub/readme.txt")
//
// Requests of http and https are sent unchanged, with any method, on the
// connections of the opener. The policy applies to them, except for SpeedLimit
// and for Hops: http.Client limits redirects. Other schemes allow only
// retrievals: GET and HEAD, also of a range. The response is a 200 for a
// document, a 200 with a page of links for a listing, a 303 for a redirect (308
// if it is permanent), a 404 for a missing object, a 416 for a part after the
// end, and a 401 for a missing login. A form, an interactive service, an address
// and an [open.Refusal] are errors. The guards check a redirect against the
// requests before it.
//
// URLs are parsed with rfc3986. Several goroutines may share a RoundTripper.
type RoundTripper struct {
	client *open.Client
	opener *Opener
}

// NewRoundTripper returns a RoundTripper for the client. opener is the client's
// opener of http and https.
func NewRoundTripper(client *open.Client, opener *Opener) *RoundTripper {
	return &RoundTripper{client, opener}
}

// RoundTrip implements http.RoundTripper of net/http.
func (t *RoundTripper) RoundTrip(req *nethttp.Request) (*nethttp.Response, error) {
	resp, err := t.roundTrip(req)
	if req.Body != nil && (err != nil || resp.Request == nil) {
		req.Body.Close()
	}
	if err != nil {
		return nil, err
	}
	resp.Request = req
	return resp, nil
}

// roundTrip is RoundTrip. The Response has its Request only if net/http read
// the body.
func (t *RoundTripper) roundTrip(req *nethttp.Request) (*nethttp.Response, error) {
	u, err := earl.RFC3986.Parse(req.URL.String())
	if err != nil {
		return nil, err
	}
	r := &open.Request{URL: u.WithoutFragment(), Referrers: referrers(req)}
	switch {
	case u.Scheme() == "http" || u.Scheme() == "https":
		return t.web(req, r)
	case req.Method == nethttp.MethodHead:
		return t.probe(req, r)
	case req.Method == nethttp.MethodGet || req.Method == "":
		return t.retrieve(req, r)
	}
	return nil, fmt.Errorf("%s: only GET and HEAD are allowed: %w", req.Method, errors.ErrUnsupported)
}

// referrers returns the URLs that redirected to req, the first one first.
func referrers(req *nethttp.Request) []earl.URL {
	var all []earl.URL
	for r := req.Response; r != nil && r.Request != nil; r = r.Request.Response {
		if u, err := earl.RFC3986.Parse(r.Request.URL.String()); err == nil {
			all = append([]earl.URL{u}, all...)
		}
	}
	return all
}

// web sends an http or https request.
func (t *RoundTripper) web(req *nethttp.Request, r *open.Request) (*nethttp.Response, error) {
	call, err := t.client.Prepare(req.Context(), r)
	if err != nil {
		return nil, err
	}
	c, err := t.opener.call(call)
	if err != nil {
		return nil, err
	}
	c.conceal(req)
	w := newWatch(req.Context(), call.Policy.Idle)
	resp, _, err := c.roundTrip(req, w)
	if err != nil {
		return nil, err
	}
	resp.Body = &watchedBody{resp.Body, w}
	size := resp.ContentLength
	if req.Method == nethttp.MethodHead {
		size = -1 // that of a body that does not come
	}
	if resp.Body, err = call.Bound(resp.Body, size); err != nil {
		return nil, err
	}
	return resp, nil
}

// watchedBody is the body of a response that ends if the server sends nothing
// for too long.
type watchedBody struct {
	io.ReadCloser
	watch *watch
}

func (b *watchedBody) Read(p []byte) (int, error) {
	b.watch.wait()
	n, err := b.ReadCloser.Read(p)
	b.watch.pause()
	if ended := b.watch.ended(); err != nil && ended != nil {
		err = ended
	}
	return n, err
}

func (b *watchedBody) Close() error {
	err := b.ReadCloser.Close()
	b.watch.stop()
	return err
}

// probe responds to HEAD as retrieve responds to GET. It retrieves nothing if
// the opener can report a document or a listing; else it stops the retrieval.
func (t *RoundTripper) probe(req *nethttp.Request, r *open.Request) (*nethttp.Response, error) {
	m, err := t.client.ProbeRequest(req.Context(), r)
	if err == nil && (m.Kind == open.KindDocument || m.Kind == open.KindListing) {
		return response(nethttp.StatusOK, m), nil
	}
	var resp *nethttp.Response
	if err != nil {
		resp, err = failed(err)
	} else {
		resp, err = t.retrieve(withoutRange(req), r)
	}
	if err != nil {
		return nil, err
	}
	resp.Body.Close()
	resp.Body = nethttp.NoBody
	return resp, nil
}

// withoutRange returns req for the whole object. Source: rfc9110 14.2.
func withoutRange(req *nethttp.Request) *nethttp.Request {
	whole := req.Clone(req.Context())
	whole.Header.Del("Range")
	return whole
}

// retrieve responds to GET.
func (t *RoundTripper) retrieve(req *nethttp.Request, r *open.Request) (*nethttp.Response, error) {
	r.Offset, r.End = rangeOf(req.Header.Get("Range"))
	res, err := t.client.Do(req.Context(), r)
	if err != nil {
		return failed(err)
	}
	switch res := res.(type) {
	case *open.Document:
		if res.Size < 0 && (r.Offset > 0 || r.End > 0) { // Content-Range must specify the bytes
			res.Body.Close()
			return t.retrieve(withoutRange(req), r)
		}
		if r.Offset > 0 && r.Offset == res.Size {
			res.Body.Close()
			return failed(open.Beyond(r.Offset, res.Size))
		}
		return documentResponse(r, res), nil
	case *open.Listing:
		resp := response(nethttp.StatusOK, res.Meta)
		resp.Body = newIndex(res, t.client.Opens)
		return resp, nil
	case *open.Referral:
		return referralResponse(res)
	case *open.Session:
		res.Conn.Close()
	}
	return nil, fmt.Errorf("%s is not an HTTP response (%s): %w", r.URL.Redacted(), res.Info().Kind, errors.ErrUnsupported)
}

// rangeOf returns the bytes that a Range field requests. Only one range with a
// first byte is supported; for any other it returns 0 and 0. Source: rfc9110
// 14.2.
func rangeOf(field string) (offset, end int64) {
	spec, ok := strings.CutPrefix(field, "bytes=")
	first, last, dash := strings.Cut(spec, "-")
	if !ok || !dash {
		return 0, 0
	}
	a, err := strconv.ParseUint(first, 10, 62)
	if err != nil {
		return 0, 0
	}
	if last == "" {
		return int64(a), 0
	}
	z, err := strconv.ParseUint(last, 10, 62)
	if err != nil || z < a {
		return 0, 0
	}
	return int64(a), int64(z) + 1
}

// response returns a response without a body.
func response(status int, m open.Meta) *nethttp.Response {
	h := nethttp.Header{}
	if m.Kind == open.KindListing {
		m.Type, m.Size = "text/html; charset=utf-8", -1
	}
	if m.Type != "" {
		h.Set("Content-Type", m.Type)
	}
	if !m.Time.IsZero() {
		h.Set("Last-Modified", m.Time.UTC().Format(nethttp.TimeFormat))
	}
	if m.Size >= 0 {
		h.Set("Content-Length", strconv.FormatInt(m.Size, 10))
	}
	return &nethttp.Response{
		Status:     strconv.Itoa(status) + " " + nethttp.StatusText(status),
		StatusCode: status,
		Proto:      "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header:        h,
		Body:          nethttp.NoBody,
		ContentLength: m.Size,
	}
}

// documentResponse returns the response for a document, which may be a part.
func documentResponse(r *open.Request, d *open.Document) *nethttp.Response {
	m, status := d.Meta, nethttp.StatusOK
	if r.Offset > 0 || r.End > 0 {
		status = nethttp.StatusPartialContent
	}
	resp := response(status, m)
	resp.Body = d.Body
	if status == nethttp.StatusOK {
		return resp
	}
	end := m.Size
	if r.End > 0 {
		end = min(end, r.End)
	}
	resp.ContentLength = max(end-r.Offset, 0)
	resp.Header.Set("Content-Length", strconv.FormatInt(resp.ContentLength, 10))
	resp.Header.Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", r.Offset, end-1, m.Size))
	return resp
}

// referralResponse returns the redirect to the first target of a Referral.
func referralResponse(r *open.Referral) (*nethttp.Response, error) {
	if len(r.Targets) == 0 {
		return nil, fmt.Errorf("%w: a redirect without a target", open.ErrProtocol)
	}
	status := nethttp.StatusSeeOther
	if r.Permanent {
		status = nethttp.StatusPermanentRedirect
	}
	resp := response(status, open.Meta{})
	resp.Header.Set("Location", r.Targets[0].String())
	return resp, nil
}

// failed returns the response for an error of the client, or the error.
func failed(err error) (*nethttp.Response, error) {
	status := nethttp.StatusNotFound
	switch class := open.ClassOf(err); {
	case class == open.ClassNotFound:
	case class == open.ClassLogin:
		status = nethttp.StatusUnauthorized
	case errors.Is(err, open.ErrBeyond):
		status = nethttp.StatusRequestedRangeNotSatisfiable
	default:
		return nil, err
	}
	text := err.Error() + "\n"
	resp := response(status, open.Meta{Size: int64(len(text)), Type: mime.FormatMediaType("text/plain", map[string]string{"charset": "utf-8"})})
	resp.Body = io.NopCloser(strings.NewReader(text))
	return resp, nil
}
