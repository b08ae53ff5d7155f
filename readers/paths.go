package readers

import (
	"net/url"
	"path"
	"runtime"
	"slices"
	"strings"
)

// PathReader models how one web server reads the target of a request, such as "/a/../b?c".
// Do not change its fields. Its methods can be called by several goroutines.
type PathReader struct {
	Name    string   // for options, such as "nginx"
	Title   string   // for people
	Version string   // that it models
	Departs []string // what differs from other servers, one sentence each
	path    func(target string) (string, int)
}

// Path returns the decoded path with which the server chooses what to serve, and a status:
// 200 if it looks for the path, 301 or 307 if it redirects to the path, 400 if it refuses the
// target, and 404 if it never serves such a path.
func (r *PathReader) Path(target string) (path string, status int) {
	if strings.ContainsAny(target, controls+" \x7F") { // a space ends the target
		return "", 400
	}
	return r.path(target)
}

// PathReaders returns every path reader.
func PathReaders() []*PathReader { return slices.Clone(pathReaders[:]) }

// pathReaders are sorted by name.
var pathReaders = [...]*PathReader{
	{
		Name: "apache", Title: "Apache HTTP Server", Version: "2.4.71",
		Departs: []string{
			"It removes dot segments before it decodes reserved characters.",
			"It never serves a path with an escaped slash, by default.",
			"A path ends at an escaped NUL.",
		},
		path: apachePath,
	},
	{
		Name: "go-http", Title: "Go net/http without ServeMux", Version: runtime.Version(),
		Departs: []string{"It decodes the path and leaves dot segments and empty segments."},
		path:    goPath,
	},
	{
		Name: "go-servemux", Title: "Go net/http with ServeMux", Version: runtime.Version(),
		Departs: []string{"It redirects a path with dot segments or empty segments, and leaves escaped ones."},
		path:    serveMuxPath,
	},
	{
		Name: "go-servemux-1.21", Title: "Go ServeMux of modules before 1.22", Version: "go1.21",
		Departs: []string{"It redirects a path with dot segments or empty segments, escaped or not."},
		path:    oldServeMuxPath,
	},
	{
		Name: "nginx", Title: "nginx", Version: "1.22.1",
		Departs: []string{
			"It decodes the path before it removes dot segments, so an escaped slash is a slash.",
			"It makes one slash of several.",
		},
		path: nginxPath,
	},
}

// nginxPath decodes, then removes empty segments and dot segments.
func nginxPath(target string) (string, int) {
	s, ok := originForm(target)
	if !ok || !escapesAreWhole(s) {
		return "", 400
	}
	if s = unescape(s); strings.Contains(s, "\x00") {
		return "", 400
	}
	return servedPath(s)
}

// apachePath decodes unreserved characters, removes empty segments and dot segments, and
// decodes the rest.
func apachePath(target string) (string, int) {
	s, ok := originForm(target)
	if !ok || !escapesAreWhole(s) {
		return "", 400
	}
	s, status := servedPath(unescapeOnly(s, unreserved))
	if status != 200 {
		return "", status
	}
	if strings.Contains(lower(s), "%2f") {
		status = 404
	}
	s, _, hasNUL := strings.Cut(unescape(s), "\x00")
	if hasNUL {
		status = 404
	}
	return s, status
}

// goPath asks package net/url.
func goPath(target string) (string, int) {
	u, err := url.ParseRequestURI(target)
	if err != nil {
		return "", 400
	}
	return u.Path, 200
}

// serveMuxPath cleans the path with its escapes.
func serveMuxPath(target string) (string, int) {
	u, err := url.ParseRequestURI(target)
	if err != nil {
		return "", 400
	}
	if given := u.EscapedPath(); given != cleanPath(given) {
		return cleanPath(given), 307
	}
	return u.Path, 200
}

// oldServeMuxPath cleans the decoded path.
func oldServeMuxPath(target string) (string, int) {
	given, status := goPath(target)
	if clean := cleanPath(given); status == 200 && clean != given {
		return clean, 301
	}
	return given, status
}

// cleanPath removes empty segments and dot segments, and keeps a slash at the end.
func cleanPath(s string) string {
	clean := path.Clean("/" + s)
	if strings.HasSuffix(s, "/") && clean != "/" {
		clean += "/"
	}
	return clean
}

// originForm returns the path of a target with or without a scheme and a host, before
// "?" and "#".
func originForm(target string) (string, bool) {
	if scheme, rest, ok := strings.Cut(target, "://"); ok && isScheme(scheme) {
		if target = rest[find(rest, "/?#"):]; !strings.HasPrefix(target, "/") {
			target = "/" + target
		}
	}
	return target[:find(target, "?#")], strings.HasPrefix(target, "/")
}

// servedPath removes empty segments and dot segments, and refuses ".." above the root.
func servedPath(s string) (string, int) {
	var kept []string
	last := ""
	for last = range strings.SplitSeq(s[1:], "/") {
		switch {
		case last == ".." && len(kept) == 0:
			return "", 400
		case last == "..":
			kept = kept[:len(kept)-1]
		case last != "." && last != "":
			kept = append(kept, last)
		}
	}
	s = "/" + strings.Join(kept, "/")
	if len(kept) > 0 && (last == "" || last == "." || last == "..") {
		s += "/"
	}
	return s, 200
}

// unescapeOnly decodes the escapes of the bytes in set.
func unescapeOnly(s, set string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if c, ok := escapeAt(s, i); ok && strings.IndexByte(set, c) >= 0 {
			b = append(b, c)
			i += 2
			continue
		}
		b = append(b, s[i])
	}
	return string(b)
}
