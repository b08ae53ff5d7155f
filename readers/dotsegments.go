package readers

import (
	"bytes"
	"strings"
)

// removeDotSegments removes "." and ".." from a path. Source: rfc3986 5.2.4.
func removeDotSegments(path string) string {
	out := make([]byte, 0, len(path))
	for in := path; in != ""; {
		var segment string
		segment, in = firstSegment(in)
		switch strings.TrimPrefix(segment, "/") {
		case ".", "..":
			if segment == "/.." {
				out = out[:max(0, bytes.LastIndexByte(out, '/'))]
			}
			if in == "" && segment[0] == '/' {
				out = append(out, '/')
			}
			if segment[0] != '/' {
				in = strings.TrimPrefix(in, "/")
			}
		default:
			out = append(out, segment...)
		}
	}
	return string(out)
}

// firstSegment cuts a path before its second slash or, if it does not begin with a
// slash, before its first.
func firstSegment(path string) (segment, rest string) {
	if i := strings.IndexByte(path[1:], '/'); i >= 0 {
		return path[:i+1], path[i+1:]
	}
	return path, ""
}

// usualPort returns the port of a scheme that needs none in its URLs.
func usualPort(scheme string) string {
	switch scheme {
	case "http":
		return "80"
	case "https":
		return "443"
	case "ftp":
		return "21"
	}
	return ""
}

// popSegments removes the segments "." and "..". A ".." removes the segment before it,
// even an empty one at the start, so the result can begin without a slash.
func popSegments(path string) string {
	var kept []string
	last := ""
	for last = range strings.SplitSeq(path, "/") {
		switch {
		case last == "..":
			kept = kept[:max(len(kept)-1, 0)]
		case last != ".":
			kept = append(kept, last)
		}
	}
	if last == "." || last == ".." {
		kept = append(kept, "")
	}
	return strings.Join(kept, "/")
}
