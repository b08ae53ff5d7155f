package linkcheck

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A StatusRange is a range of codes of http, such as 200 to 299.
type StatusRange struct{ First, Last int }

// maxCode is the largest code that http has. Source: rfc9112 4.
const maxCode = 999

// ParseStatuses reads a list of codes and ranges in lychee's form, separated by commas:
// "200" is one code, "200..204" ends before 204, "200..=204" includes it. A range without
// a first code begins at 100, one without a last code ends at 999.
func ParseStatuses(text string) ([]StatusRange, error) {
	var list []StatusRange
	for part := range strings.SplitSeq(text, ",") {
		r, ok := parseStatusRange(strings.TrimSpace(part))
		if !ok {
			return nil, fmt.Errorf("%q is not a status such as 403, or a range such as 200..=299", part)
		}
		list = append(list, r)
	}
	return list, nil
}

// parseStatusRange reads one code or range.
func parseStatusRange(text string) (r StatusRange, ok bool) {
	first, last, ranged := strings.Cut(text, "..")
	if !ranged {
		code, ok := statusCode(text)
		return StatusRange{code, code}, ok
	}
	r = StatusRange{100, maxCode}
	ok = true
	if first != "" {
		r.First, ok = statusCode(first)
	}
	if end, inclusive := strings.CutPrefix(last, "="); ok && last != "" {
		r.Last, ok = statusCode(end)
		if !inclusive {
			r.Last--
		}
	}
	return r, ok && r.First <= r.Last
}

// statusCode reads a code of three digits.
func statusCode(text string) (int, bool) {
	n, err := strconv.ParseUint(text, 10, 16)
	return int(n), err == nil && len(text) == 3 && n >= 100 && n <= maxCode
}

// contains reports whether one of the ranges contains a code.
func contains(list []StatusRange, code int) bool {
	return slices.ContainsFunc(list, func(r StatusRange) bool { return r.First <= code && code <= r.Last })
}
