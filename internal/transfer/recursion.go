package transfer

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// sameServer reports whether two URLs are of one scheme, host and port.
func sameServer(a, b earl.URL) bool {
	return a.Scheme() == b.Scheme() && strings.EqualFold(addressOf(a), addressOf(b))
}

// isBelow reports whether a URL of the same server is below the directory
// or menu at start. A scheme without relative references, as news, has no hierarchy:
// what a group lists is in it.
func isBelow(start, u earl.URL) bool {
	if s, _ := start.Edition().Scheme(start.Scheme()); s.Relative == earl.Never {
		return true
	}
	dir, p := placeOf(start), placeOf(u)
	return dir == "" || strings.HasPrefix(path.Clean(p)+"/", dir+"/")
}

// placeOf returns the place of an object at its server, decoded: of gopher the
// selector, whose type is no part of it; of the others the path, and of a
// directory without its last slash. Each part has its slashes escaped.
func placeOf(u earl.URL) string {
	if v, err := earl.ParseGopher(u); err == nil {
		return strings.TrimRight(string(v.Selector), "/")
	}
	var parts []string
	for s := range u.Segments() {
		parts = append(parts, strings.ReplaceAll(string(earl.Unescape(s)), "/", "%2F"))
	}
	return strings.TrimRight(strings.Join(parts, "/"), "/")
}

// entryName returns the name of an entry as the server has it: of gopher the end
// of the selector, of an article its message-id or its number, since what is shown
// is a title.
func entryName(e open.Entry) string {
	if v, err := earl.ParseNews(e.URL); err == nil && v.MessageID.Present {
		return string(v.MessageID.Value)
	}
	if v, err := earl.ParseNNTP(e.URL); err == nil && v.Number.Present {
		return string(v.Number.Value)
	}
	name := strings.TrimSuffix(e.Name, "/")
	if v, err := earl.ParseGopher(e.URL); err == nil {
		selector := strings.TrimRight(string(v.Selector), "/")
		if selector = selector[strings.LastIndexByte(selector, '/')+1:]; selector != "" {
			name = selector
		}
	}
	return name
}

// ErrName is a name that no file can have.
var ErrName = errors.New("its name cannot be the name of a file")

// maxName is the longest name in bytes that common file systems accept.
const maxName = 255

// localName makes a file's name of one that a server has: one part of a path.
// Bytes that would steer a terminal or split a path are escaped as in a URL, and
// so is the start of a name that is a device under Windows; what means another
// directory is no name.
func localName(name, goos string) (string, error) {
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		if c < ' ' || c == 0x7F || c == '/' || c == '\\' || goos == "windows" && (strings.IndexByte(`<>:"|?*`, c) >= 0 || i == 0 && isDevice(name)) {
			fmt.Fprintf(&b, "%%%02X", c)
			continue
		}
		b.WriteByte(c)
	}
	switch local := b.String(); {
	case local == "", local == ".", local == "..", len(local) > maxName:
		return "", fmt.Errorf("%w: %q", ErrName, name)
	case goos == "windows" && strings.HasSuffix(local, "."):
		return local[:len(local)-1] + "%2E", nil
	default:
		return local, nil
	}
}

// isDevice reports whether Windows opens a device by a name, whatever its suffix.
func isDevice(name string) bool {
	stem, _, _ := strings.Cut(strings.ToUpper(name), ".")
	stem = strings.TrimRight(stem, " ")
	switch stem {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$":
		return true
	}
	number, ok := strings.CutPrefix(stem, "COM")
	if !ok {
		number, ok = strings.CutPrefix(stem, "LPT")
	}
	return ok && len([]rune(number)) == 1 && strings.ContainsAny(number, "0123456789¹²³")
}
