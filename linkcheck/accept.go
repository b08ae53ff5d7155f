package linkcheck

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/earl-url/earl/open"
)

// A StatusRange is a range of codes of http, such as 200 to 299.
type StatusRange struct{ First, Last int }

// maxCode is the largest code that http has. Source: rfc9112 4.
const maxCode = 999

// ParseStatuses reads a list of codes and ranges in lychee's form, separated by
// commas: "200" is one code, "200..204" ends before 204, "200..=204" with it. A range
// without a first code begins at 100; one without a last code ends at 999.
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

// accepts reports whether Options.Accept has a code.
func (o *Options) accepts(code int) bool {
	return slices.ContainsFunc(o.Accept, func(r StatusRange) bool { return r.First <= code && code <= r.Last })
}

// verdictOfStatus is the function of that name with Options.Accept.
func (r *run) verdictOfStatus(code int) verdict {
	v := verdictOfStatus(code)
	switch {
	case code == 0 || len(r.o.Accept) == 0:
	case r.o.accepts(code):
		return verdict{}
	case v.status == OK:
		return verdict{status: Failed, message: fmt.Sprintf("%d is not among the accepted statuses", code)}
	}
	return v
}

// acceptedError reports whether an error of opening is a status that Options.Accept
// has: 401 and 407, which are errors where no login is known.
func (v *visit) acceptedError(err error) bool {
	response := v.response()
	return open.ClassOf(err) == open.ClassLogin && response != nil && v.run.o.accepts(response.Code)
}
