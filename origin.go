package earl

import (
	"strconv"
	"strings"
)

// Origin returns the serialized origin of u: scheme, host, and the port if it
// is not the default, such as "https://h:8443". It returns "null" if the origin
// is opaque, which it is for all schemes except ftp, http, https, ws and wss.
// The origin of a blob URL is that of the http or https URL in its path.
// Source: whatwg origin.
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
