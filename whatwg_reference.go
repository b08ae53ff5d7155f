package earl

import "strings"

// whatwgRelative reports whether a text is a relative reference. Either it has
// no scheme, or its scheme is special and not followed by "//", so that its
// base decides. It returns the text without leading and trailing C0 controls
// and spaces, the offsets of its parts, and whether it can be resolved with an
// http base. Source: whatwg URL writing, relative-URL string.
func whatwgRelative(text string) (trimmed string, ends [8]uint32, is, ok bool) {
	if uint64(len(text)) > whatwgMax {
		return text, ends, true, false
	}
	if text = whatwgTrim(text); whatwgHasTabs(text) {
		text = string(whatwgAppendClean(nil, text))
	}
	if whatwgIsAbsolute(text) {
		return text, ends, false, false
	}
	_, _, ok = whatwgParse(text, whatwgAnyBase, whatwgAnyMarks)
	return text, whatwgSplit(text), true, ok
}

// whatwgIsAbsolute reports whether a text, trimmed and clean, is a URL with any
// base: its scheme, if special, is followed by two slashes or backslashes.
func whatwgIsAbsolute(text string) bool {
	n := whatwgSchemeLen([]byte(text))
	if n == 0 {
		return false
	}
	special, _ := whatwgSpecialFold([]byte(text[:n]))
	return !special || startsWithTwoSlashes(text[n+1:])
}

// startsWithTwoSlashes reports whether a text starts with two slashes or
// backslashes.
func startsWithTwoSlashes(text string) bool {
	return len(text) >= 2 && strings.IndexByte("/\\", text[0]) >= 0 && strings.IndexByte("/\\", text[1]) >= 0
}

// whatwgSplit returns the offsets of the delimiters of a relative reference,
// whatever is between them.
func whatwgSplit(text string) (ends [8]uint32) {
	query := len(text)
	if k := strings.IndexByte(text, '#'); k >= 0 {
		query = k
	}
	path := query
	if k := strings.IndexByte(text[:query], '?'); k >= 0 {
		path = k
	}
	ends[endPath], ends[endParams], ends[endQuery] = uint32(path), uint32(path), uint32(query)
	if !startsWithTwoSlashes(text[:path]) {
		return ends
	}
	end := path
	if k := strings.IndexAny(text[2:path], "/\\"); k >= 0 {
		end = 2 + k
	}
	user, password, host := 2, 2, 2
	if at := strings.LastIndexByte(text[2:end], '@'); at >= 0 {
		password = 2 + at
		if user = password; strings.IndexByte(text[2:user], ':') >= 0 {
			user = 2 + strings.IndexByte(text[2:user], ':')
		}
		host = password + 1
	}
	name, _ := whatwgCutPort([]byte(text[host:end]))
	ends[endUser], ends[endPassword], ends[endHost], ends[endPort] = uint32(user), uint32(password), uint32(host+len(name)), uint32(end)
	return ends
}
