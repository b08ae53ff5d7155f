package surt

import (
	"bytes"
	"cmp"
	"slices"
)

// appendQuery appends "?" and a query in its form for keys, or nothing if the
// query is empty or has only a session id.
func appendQuery(b []byte, query string, o Options) []byte {
	if query == "" {
		return b
	}
	b = append(b, '?')
	start := len(b)
	b = escape(appendUnescaped(b, query), start, upperHex)
	if !o.KeepSessionIDs {
		b = stripQuerySession(b, start)
	}
	if len(b) == start {
		return b[:start-1]
	}
	if !o.KeepCase {
		lower(b[start:])
	}
	if !o.KeepOrder {
		b = sortArguments(b, start)
	}
	return b
}

// An argument is a part of a query between two "&": offsets in the query.
type argument struct{ start, equals, end int }

// sortArguments sorts the arguments of the query in b from start: by name, then
// those without "=" first, then by value, all as bytes. The sorted query is
// written after the query and then moved.
func sortArguments(b []byte, start int) []byte {
	query := b[start:]
	if bytes.IndexByte(query, '&') < 0 {
		return b
	}
	var few [32]argument
	all := few[:0]
	for at := 0; at <= len(query); {
		a := argument{start: at, end: len(query)}
		if i := bytes.IndexByte(query[at:], '&'); i >= 0 {
			a.end = at + i
		}
		a.equals = a.end
		if i := bytes.IndexByte(query[at:a.end], '='); i >= 0 {
			a.equals = at + i
		}
		all = append(all, a)
		at = a.end + 1
	}
	order := func(a, b argument) int {
		return cmp.Or(
			bytes.Compare(query[a.start:a.equals], query[b.start:b.equals]),
			bytes.Compare(query[a.equals:a.end], query[b.equals:b.end]), // with "="
		)
	}
	if slices.IsSortedFunc(all, order) {
		return b
	}
	slices.SortFunc(all, order)
	end := len(b)
	for i, a := range all {
		if i > 0 {
			b = append(b, '&')
		}
		b = append(b, b[start+a.start:start+a.end]...)
	}
	copy(b[start:end], b[end:])
	return b[:end]
}
