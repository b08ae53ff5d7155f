package surt

import "bytes"

// appendPath appends a path in its form for keys, or "/" for an empty path. Only
// a path after a host is normalized.
func appendPath(b []byte, path string, host bool, o Options) []byte {
	start := len(b)
	if path == "" {
		return append(b, '/')
	}
	b = appendUnescaped(b, path)
	if host {
		b = removeDots(b, start)
	}
	b = escape(b, start, upperHex)
	if !o.KeepSessionIDs {
		b = stripPathSession(b, start)
	}
	if n := len(b); n-start > 1 && b[n-1] == '/' {
		b = b[:n-1]
	}
	if !o.KeepCase {
		lower(b[start:])
	}
	return b
}

// removeDots removes the segments "." and "..", and all but one of several
// slashes in a row, from the path in b from start. A ".." removes the segment
// before it, which can be empty or another "..". A ".." without one stays.
// Departs: RFC 3986 5.2.4 removes such a "..", and keeps slashes.
func removeDots(b []byte, start int) []byte {
	if !bytes.Contains(b[start:], []byte("/.")) && !bytes.Contains(b[start:], []byte("//")) {
		return b
	}
	to := start
	for from := start; from < len(b); {
		end := len(b)
		if i := bytes.IndexByte(b[from+1:], '/'); i >= 0 {
			end = from + 1 + i
		}
		segment := b[from:end] // with the slash before it
		switch {
		case string(segment) == "/.":
		case string(segment) == "/.." && to > start:
			to = start + bytes.LastIndexByte(b[start:to], '/')
		default:
			to += copy(b[to:], segment)
		}
		from = end
	}
	b = oneSlash(b[:to], start)
	if len(b) == start {
		b = append(b, '/')
	}
	return b
}

// oneSlash replaces slashes in a row in b from start with one.
func oneSlash(b []byte, start int) []byte {
	to := start
	for _, c := range b[start:] {
		if c == '/' && to > start && b[to-1] == '/' {
			continue
		}
		b[to] = c
		to++
	}
	return b[:to]
}
