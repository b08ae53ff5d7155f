package article

import (
	"mime"
	"strings"
)

// MediaType returns the media type in a value of Content-Type, and its parameters. It reads as much
// as possible of a malformed value. The media type of an empty one is text/plain.
// Source: rfc2045 5; rfc2046 5.1.5.
func MediaType(value string) (media string, params map[string]string) {
	media, params, err := mime.ParseMediaType(value)
	if err == nil && strings.Contains(media, "/") {
		return media, params
	}
	media, rest, _ := strings.Cut(value, ";")
	params = map[string]string{}
	for rest != "" {
		var one string
		one, rest = cutParam(rest)
		if name, value, ok := strings.Cut(one, "="); ok {
			params[strings.ToLower(strings.TrimSpace(name))] = paramValue(strings.TrimSpace(value))
		}
	}
	if media = strings.ToLower(strings.TrimSpace(media)); !strings.Contains(media, "/") {
		media = "text/plain" // rfc2045 5.2
	}
	return media, params
}

// paramValue returns the value of a parameter, without quotation marks and without
// the comment that may follow it: rfc2045 5.1.
func paramValue(text string) string {
	if rest, ok := strings.CutPrefix(text, `"`); ok {
		value, _, _ := strings.Cut(rest, `"`)
		return value
	}
	if i := strings.IndexAny(text, " \t("); i >= 0 {
		return text[:i]
	}
	return text
}

// cutParam splits a list of parameters after the first, at a ";" outside
// quotation marks.
func cutParam(list string) (one, rest string) {
	quoted := false
	for i := range len(list) {
		if list[i] == '"' {
			quoted = !quoted
		} else if list[i] == ';' && !quoted {
			return list[:i], list[i+1:]
		}
	}
	return list, ""
}
