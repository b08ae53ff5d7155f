package site

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// maxRules is how many redirects a file may have: more than any host accepts.
const maxRules = 20_000

// A redirect is one line of a file _redirects.
// Source: Netlify, Redirects and rewrites.
type redirect struct {
	from   []string          // segments; ":name" is any one, "*" at the end all that follow
	query  map[string]string // parameters that the request must have; ":name" is any value
	to     string
	status int
	force  bool // also where a file exists
}

// parseRedirects reads a file _redirects. A rule with a condition, such as a
// country, is left out, because the condition cannot be checked.
func parseRedirects(r io.Reader) ([]redirect, error) {
	var rules []redirect
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(lines.Text(), " #")
		fields := strings.Fields(text)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if len(rules) == maxRules {
			return nil, fmt.Errorf("line %d: more than %d redirects", n, maxRules)
		}
		rule, conditional, err := parseRedirect(fields)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if !conditional {
			rules = append(rules, rule)
		}
	}
	return rules, lines.Err()
}

// parseRedirect reads the fields of one line: from, parameters, to, status and
// conditions.
func parseRedirect(fields []string) (r redirect, conditional bool, err error) {
	r = redirect{status: 301, query: map[string]string{}}
	from := fields[0]
	if u, err := url.Parse(from); err == nil && u.Host != "" {
		from = u.Path // of the site's own domain
	}
	r.from = segments(from)
	for _, f := range fields[1:] {
		key, value, isPair := strings.Cut(f, "=")
		digits, force := strings.CutSuffix(f, "!")
		status, notNumber := strconv.Atoi(digits)
		switch {
		case r.to == "" && (strings.HasPrefix(f, "/") || strings.Contains(f, "://")):
			r.to = f
		case r.to == "" && isPair:
			r.query[key] = value
		case r.to == "":
			return r, false, fmt.Errorf("%q: must begin with / or be a URL", f)
		case isPair:
			conditional = true
		case notNumber == nil && (status == 200 || 300 <= status && status < 400 || status == 404 || status == 410):
			r.status, r.force = status, force
		default:
			return r, false, fmt.Errorf("%q: must be a status such as 200, 301, 302 or 404", f)
		}
	}
	if r.to == "" {
		return r, false, fmt.Errorf("%q: the target is missing", fields[0])
	}
	return r, conditional, nil
}

// segments returns the segments of a path, without its slashes at both ends.
func segments(path string) []string {
	if path = strings.Trim(path, "/"); path == "" {
		return nil
	}
	return strings.Split(path, "/")
}

// match returns the target of a rule for a path, with its placeholders filled in.
func (r *redirect) match(path string, query url.Values) (to string, ok bool) {
	got := segments(path)
	values := map[string]string{}
	for i, want := range r.from {
		switch {
		case want == "*" && i == len(r.from)-1:
			values["splat"] = escaped(strings.Join(got[min(i, len(got)):], "/"))
			got = got[:min(i, len(got))]
		case i >= len(got):
			return "", false
		case strings.HasPrefix(want, ":"):
			values[want[1:]] = escaped(got[i])
		case want != got[i]:
			return "", false
		}
	}
	if n := len(r.from); len(got) > n || len(got) < n && values["splat"] == "" && (n == 0 || r.from[n-1] != "*") {
		return "", false
	}
	for key, want := range r.query {
		value := query.Get(key)
		if name, any := strings.CutPrefix(want, ":"); any && query.Has(key) {
			values[name] = url.QueryEscape(value)
		} else if !query.Has(key) || value != want {
			return "", false
		}
	}
	return fill(r.to, values), true
}

// escaped returns a part of a path as it is written in a URL.
func escaped(text string) string { return (&url.URL{Path: "/" + text}).EscapedPath()[1:] }

// fill replaces the placeholders of a target, the longest names first.
func fill(to string, values map[string]string) string {
	names := slices.SortedFunc(maps.Keys(values), func(a, b string) int { return len(b) - len(a) })
	for _, name := range names {
		to = strings.ReplaceAll(to, ":"+name, values[name])
	}
	return to
}
