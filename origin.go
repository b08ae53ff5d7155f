package earl

import (
	"strconv"
	"strings"
)

// Origin returns the origin of u, serialised: scheme, host and a port that is
// not the default, "https://h:8443", or "null" where the origin is opaque: for
// any scheme but ftp, http, https, ws and wss. A blob URL has the origin of the
// http or https URL that its path is. Source: whatwg origin.
func (u URL) Origin() string {
	switch scheme := u.Scheme(); scheme {
	case "blob":
		inner, err := u.edition.Parse(u.Path())
		if s := inner.Scheme(); err != nil || s != "http" && s != "https" {
			return "null"
		}
		return inner.Origin()
	case "ftp", "http", "https", "ws", "wss":
		host, ok := u.Host()
		if !ok {
			return "null"
		}
		origin := scheme + "://" + strings.ToLower(host)
		digits, _ := u.Port()
		n, err := strconv.ParseUint(digits, 10, 16)
		switch {
		case digits == "", err == nil && uint16(n) == u.edition.defaultPort(scheme):
			return origin
		case err != nil:
			return "null"
		}
		return origin + ":" + strconv.FormatUint(n, 10)
	}
	return "null"
}
