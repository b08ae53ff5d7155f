package html

// SourceSet finds the URLs of a source set. A comma belongs to a URL, unless it
// is at its end. The text from a URL to the next comma outside of parentheses
// specifies when the URL is used. Source: HTML, parsing a srcset attribute.
func SourceSet(text []byte, found func(start, end int)) {
	for i := 0; ; {
		i = skip(text, i, func(c byte) bool { return isSpace(c) || c == ',' })
		if i == len(text) {
			return
		}
		start := i
		i = skip(text, i, func(c byte) bool { return !isSpace(c) })
		end := i
		for end > start && text[end-1] == ',' {
			end--
		}
		found(start, end)
		if end == i {
			i = descriptors(text, i)
		}
	}
}

// descriptors returns the offset of the comma after the descriptors at i.
func descriptors(text []byte, i int) int {
	inside := false
	for ; i < len(text); i++ {
		switch text[i] {
		case '(':
			inside = true
		case ')':
			inside = false
		case ',':
			if !inside {
				return i
			}
		}
	}
	return i
}
