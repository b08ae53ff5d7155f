package latex

// braces are the braces in a part of a document, which is read once however many of them are asked
// for.
type braces struct {
	from, to int64   // offsets in the document
	ends     []int32 // for each brace the distance of the one that closes it, or 0
	open     []int32 // the braces that are open
}

// closing returns the distance of the brace that closes the one at src[i], or 0.
func (d *Decoder) closing(src []byte, i int) int {
	b, at := &d.braces, d.pos+int64(i)
	if end := min(at+maxArgument, d.pos+int64(len(src))); at < b.from || end > b.to {
		b.read(src[i:min(len(src), i+2*maxArgument)], at)
	}
	if end := int(b.ends[at-b.from]); end < maxArgument {
		return end
	}
	return 0
}

// read reads a part of the document at an offset.
func (b *braces) read(src []byte, at int64) {
	b.from, b.to = at, at+int64(len(src))
	b.ends, b.open = append(b.ends[:0], make([]int32, len(src))...), b.open[:0]
	for i, c := range src {
		switch {
		case isQuoted(src, i):
		case c == '{':
			b.open = append(b.open, int32(i))
		case c == '}' && len(b.open) > 0:
			last := len(b.open) - 1
			b.ends[b.open[last]] = int32(i) - b.open[last]
			b.open = b.open[:last]
		}
	}
}

// isQuoted reports whether a backslash that is not quoted itself is before src[i].
func isQuoted(src []byte, i int) bool {
	return i > 0 && src[i-1] == '\\' && (i < 2 || src[i-2] != '\\')
}

// closing returns the index of the brace that closes the one at src[0], or 0.
func closing(src []byte) int {
	depth := 0
	for i, c := range src[:min(len(src), maxArgument)] {
		switch {
		case isQuoted(src, i):
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return 0
}
