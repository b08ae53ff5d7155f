// Package request makes the requests of package http, and the plans of a program that opens
// nothing. It does not link net/http, which would make such a program twice as large.
//
//	client := open.New(open.Options{}, request.Planner{})
//	plan, err := client.Plan(ctx, &open.Request{URL: u})
//
// It follows rfc1738 3.3, rfc9110 and rfc9112. The settings of http.Options are in package
// http.
package request

import (
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// DefaultUserAgent is the default User-Agent. Servers refuse requests without one.
const DefaultUserAgent = "earl"

// TimeFormat is the form of dates in fields, for times in UTC. Source: rfc9110 5.6.7.
const TimeFormat = "Mon, 02 Jan 2006 15:04:05 GMT"

// Request is a request for one URL.
type Request struct {
	Method string
	URL    *url.URL // its RequestURI is the target on the request line
	Host   string   // the field Host
	Fields map[string][]string
	Close  bool // the connection is not kept: the field "Connection: close"
}

// New returns a request for the view of a call, to "host:port". It has no login and no target:
// see [Request.Authorize] and [Request.Aim].
func New(r *open.Call, view views.HTTP, address, method, userAgent string) *Request {
	q := &Request{
		Method: method,
		URL:    &url.URL{Scheme: view.Scheme, Host: address},
		Host:   strings.TrimSuffix(address, defaultPort(view.Scheme)),
		Fields: map[string][]string{
			"Accept": {cmp.Or(r.Accept, "*/*")},
			// Without codings, sizes and ranges are those of the object.
			"Accept-Encoding": {cmp.Or(r.Coding, "identity")},
			"User-Agent":      {userAgent},
		},
		Close: r.Pool == "",
	}
	if Ranged(r) {
		q.Fields["Range"] = []string{byteRange(r)}
		if r.Version != "" {
			q.Fields["If-Range"] = []string{r.Version}
		}
	}
	if !r.Since.IsZero() {
		q.Fields["If-Modified-Since"] = []string{r.Since.UTC().Format(TimeFormat)}
	}
	return q
}

// defaultPort returns the port that the field Host does not contain. Source: rfc9110 7.2.
func defaultPort(scheme string) string {
	if scheme == "https" {
		return ":443"
	}
	return ":80"
}

// Method returns the method of a call: HEAD if only the header is requested.
func Method(r *open.Call) string {
	if r.Head {
		return "HEAD"
	}
	return "GET"
}

// Ranged reports whether a part of the object is requested. An empty part has no Range field:
// the object is requested, and none of it is read.
func Ranged(r *open.Call) bool {
	return r.Offset > 0 && r.End == 0 || r.End > max(r.Offset, 0)
}

// byteRange returns the Range field. Source: rfc9110 14.1.2.
func byteRange(r *open.Call) string {
	s := "bytes=" + strconv.FormatInt(r.Offset, 10) + "-"
	if r.End > 0 {
		s += strconv.FormatInt(r.End-1, 10)
	}
	return s
}

// Basic returns the credentials of a login in the Basic scheme, the only one that needs no
// challenge from the server, or "" if there is no login. Source: rfc7617 2.
func Basic(l open.Login) (string, error) {
	password, given := l.Password.Reveal()
	if !given && !l.User.Present {
		return "", nil
	}
	if strings.Contains(string(l.User.Value), ":") {
		return "", fmt.Errorf("a user with a colon cannot be sent: %w", errors.ErrUnsupported)
	}
	return base64.StdEncoding.EncodeToString([]byte(string(l.User.Value) + ":" + string(password))), nil
}

// Aim sets the target of a request: path and search, unchanged. It is the whole URL for a
// proxy, or if net/http would rewrite the target; then the note reports this.
// Source: rfc1738 3.3; rfc9112 3.2.
func (q *Request) Aim(path string, search earl.Field, proxied bool) (note string, err error) {
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	target := path
	if search.Present {
		target += "?" + string(search.Value)
	}
	if err := CheckTarget(target); err != nil {
		return "", err
	}
	if !proxied && setTarget(q.URL, path, search, target) {
		return "", nil
	}
	if !proxied {
		note = "the path begins with // and has bytes that net/http would rewrite: the request line contains the whole URL (rfc9112 3.2.2)"
	}
	*q.URL = url.URL{Scheme: q.URL.Scheme, Host: q.URL.Host, Opaque: "//" + q.Host + target}
	return note, nil
}

// CheckTarget refuses a target that does not fit on the request line.
func CheckTarget(target string) error {
	if strings.ContainsFunc(target, func(o rune) bool { return o <= ' ' || o == 0x7F }) {
		return fmt.Errorf("%w: a space or control character in the path or the search", open.ErrLineBreak)
	}
	return nil
}

// setTarget makes u's RequestURI the target, byte for byte, and reports whether that is
// possible. net/url writes an opaque part unchanged, but reads "//" at its start as a host. For
// such a path, setTarget sets the decoded and the encoded path, which net/url accepts if it
// would not have encoded other bytes of it.
func setTarget(u *url.URL, path string, search earl.Field, target string) bool {
	if !strings.HasPrefix(path, "//") {
		u.Opaque = target
		return true
	}
	decoded, err := url.PathUnescape(path)
	if err != nil {
		return false
	}
	u.Path, u.RawPath = decoded, path
	u.RawQuery, u.ForceQuery = string(search.Value), search.Present
	return u.RequestURI() == target
}
