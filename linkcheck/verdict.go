package linkcheck

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	nethttp "net/http"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/linkcheck/internal/signs"
	"github.com/earl-url/earl/open"
)

// A verdict is a status with its reason.
type verdict struct {
	status  Status
	message string
	section string
}

// verdictOf returns the verdict for an error of opening. The most specific cause wins.
func verdictOf(err error) verdict {
	var (
		refusal *open.Refusal
		invalid *earl.ParseError
	)
	switch {
	case err == nil:
		return verdict{}
	case errors.As(err, &refusal):
		return refused(refusal)
	case errors.As(err, &invalid) && invalid.Readings != nil:
		return verdict{Refused, strings.TrimPrefix(invalid.Error(), "earl: "), invalid.Violation.Rule.Section()}
	case errors.As(err, &invalid):
		return verdict{status: Invalid, message: invalid.Violation.Rule.Sentence(), section: invalid.Violation.Rule.Section()}
	}
	if status, ok := statuses[open.ClassOf(err)]; ok {
		return verdict{status: status, message: plain(err)}
	}
	return verdict{status: Failed, message: plain(err)}
}

// statuses are the statuses of links for the classes of errors. A class that is not here
// means Failed.
var statuses = map[open.Class]Status{
	open.ClassInvalid:     Invalid,
	open.ClassRefused:     Refused,
	open.ClassUnsupported: Skipped,
	open.ClassNotFound:    NotFound,
	open.ClassLogin:       Login,
	open.ClassConnect:     NoConnection,
	open.ClassTimeout:     TimedOut,
	open.ClassProtocol:    Broken,
	open.ClassTruncated:   Broken,
}

// refused returns the verdict for a refusal by a guard.
func refused(r *open.Refusal) verdict {
	return verdict{status: Refused, message: r.Reason + " (guard " + r.Name + ")", section: r.Section}
}

// plain returns the text of an error in one line, without the absolute path of a
// local file.
func plain(err error) string {
	text := err.Error()
	var path *fs.PathError
	if errors.As(err, &path) {
		text = strings.Replace(text, path.Error(), path.Err.Error(), 1)
	}
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}

// verdictOfStatus returns the verdict for the status of a response. 0 is used for
// protocols without statuses; they report errors. Source: rfc9110 15.
func verdictOfStatus(code int) verdict {
	switch {
	case code == nethttp.StatusNotModified:
		return verdict{status: Broken, message: "304 Not Modified, although the request had no condition", section: "rfc9110 15.4.5"}
	case code > 300 && code < 400:
		return verdict{status: Broken, message: fmt.Sprintf("%d %s without a Location", code, nethttp.StatusText(code)), section: "rfc9110 15.4"}
	case code < 400:
		return verdict{}
	}
	v := verdict{status: Failed, message: strings.TrimSpace(fmt.Sprintf("%d %s", code, nethttp.StatusText(code))), section: "rfc9110 15"}
	switch code {
	case nethttp.StatusNotFound, nethttp.StatusGone:
		v.status = NotFound
	case nethttp.StatusUnauthorized, nethttp.StatusProxyAuthRequired:
		v.status = Login
	case nethttp.StatusRequestTimeout, nethttp.StatusGatewayTimeout:
		v.status = TimedOut
	}
	return v
}

// blocked returns the verdict on a response from a wall, or from a server that refuses a
// request that a browser would send. v is the verdict by the status only. A refusal by
// Amazon S3 is not a wall: S3 sends it for an object that does not exist. Source: rfc9110
// 15.5.4, 15.5.6; rfc6585 4.
func blocked(v verdict, code int, fields nethttp.Header, title string, body []byte) verdict {
	if name := signs.Wall(code, fields, title, body); name != "" {
		text := fmt.Sprintf("%d %s", code, nethttp.StatusText(code))
		return verdict{status: Blocked, message: strings.TrimSpace(text) + ": a wall against robots: " + name}
	}
	switch {
	case v.status != Failed:
	case code == nethttp.StatusForbidden && strings.Contains(fields.Get("Server"), "AmazonS3"):
		v.message += ": Amazon S3 has no such object, or does not show it to the public"
	case code == nethttp.StatusMethodNotAllowed && fields.Get("Allow") != "":
		v.status = Blocked
		v.message += ": the server accepts only " + fields.Get("Allow")
	case code == nethttp.StatusForbidden, code == nethttp.StatusMethodNotAllowed, code == nethttp.StatusTooManyRequests:
		v.status = Blocked
		v.message += ": the server refuses this program; a browser may be let in"
	}
	return v
}

// isBusy reports whether a status says that the server has too much to do.
// Source: rfc6585 4; rfc9110 15.6.4.
func isBusy(code int) bool {
	return code == nethttp.StatusTooManyRequests || code == nethttp.StatusServiceUnavailable
}

// mayPass reports whether another try of a URL with this status can succeed: the
// server is busy, or failed. Source: rfc9110 15.5.9, 15.6; rfc8470 5.2.
func mayPass(code int) bool {
	switch code {
	case nethttp.StatusRequestTimeout, nethttp.StatusTooEarly, nethttp.StatusInternalServerError, nethttp.StatusBadGateway,
		nethttp.StatusGatewayTimeout, 520, 521, 522, 523, 524: // of Cloudflare, about the server that it protects
		return true
	}
	return isBusy(code)
}

// isUnreachable reports whether no connection to a host can be made. An ErrConnect that a
// server itself reports does not count.
func isUnreachable(err error) bool {
	var op *net.OpError
	var dns *net.DNSError
	return errors.Is(err, open.ErrConnect) && (errors.As(err, &dns) || errors.As(err, &op) && op.Op == "dial" || errors.Is(err, context.DeadlineExceeded))
}
