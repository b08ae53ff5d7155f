package uts46

import "slices"

// Hangul syllables are composed by arithmetic. Source: Unicode section 3.12.
const (
	hangulL, countL = 0x1100, 19
	hangulV, countV = 0x1161, 21
	hangulT, countT = 0x11A7, 28
	hangul          = 0xAC00
	countHangul     = countL * countV * countT
)

// A composition is a canonical composition of two code points.
type composition struct{ first, second, composite rune }

// iotaSubscript is a mark that UTS 46 maps to a letter. [NFC] composes it with small letters.
const iotaSubscript, classOfIota = 0x345, 240

// NFC returns text in Normalization Form C, or text itself if it is in this form. Of the code
// points that UTS 46 maps, text has only small letters and U+0345. Source: UAX 15.
func NFC(text []rune) []rune {
	if isNFC(text) {
		return text
	}
	decomposed := make([]rune, 0, 2*len(text))
	for _, r := range text {
		decomposed = appendDecomposed(decomposed, r)
	}
	reorder(decomposed)
	return compose(decomposed)
}

// isNFC reports whether text is in Normalization Form C, or false if a quick check cannot
// decide it. Source: UAX 15 section 9.
func isNFC(text []rune) bool {
	last := uint8(0)
	for _, r := range text {
		if r < 0x300 {
			last = 0
			continue
		}
		p := propertyOf(r)
		c := p.combiningClass()
		if p&combines != 0 || c != 0 && c < last || p&status == mapped {
			return false
		}
		last = c
	}
	return true
}

// appendDecomposed appends the canonical decomposition of r.
func appendDecomposed(b []rune, r rune) []rune {
	if s := r - hangul; 0 <= s && s < countHangul {
		b = append(b, hangulL+s/(countV*countT), hangulV+s%(countV*countT)/countT)
		if t := s % countT; t != 0 {
			b = append(b, hangulT+t)
		}
		return b
	}
	i, ok := slices.BinarySearchFunc(byComposite[:], r, func(i uint16, r rune) int {
		return int(compositions[i].composite - r)
	})
	if !ok {
		return append(b, r)
	}
	c := compositions[byComposite[i]]
	return appendDecomposed(appendDecomposed(b, c.first), c.second)
}

// combiningClass returns the Canonical_Combining_Class of a code point in a text for [NFC].
func combiningClass(r rune) uint8 {
	if r == iotaSubscript {
		return classOfIota
	}
	return propertyOf(r).combiningClass()
}

// reorder sorts each sequence of code points whose combining class is not 0 by this class.
func reorder(text []rune) {
	for start := 0; start < len(text); start++ {
		end := start
		for end < len(text) && combiningClass(text[end]) != 0 {
			end++
		}
		slices.SortStableFunc(text[start:end], func(x, y rune) int {
			return int(combiningClass(x)) - int(combiningClass(y))
		})
		start = end
	}
}

// compose replaces each code point, and those after it that combine with it, by their
// composite. It works in place.
func compose(text []rune) []rune {
	starter, n := -1, 0 // the last code point of class 0 in text[:n]
	last := uint8(0)    // the class of text[n-1]
	for _, r := range text {
		class := combiningClass(r)
		if starter >= 0 && (starter == n-1 || last < class) {
			if c, ok := composite(text[starter], r); ok {
				text[starter] = c
				continue
			}
		}
		if class == 0 {
			starter = n
		}
		text[n], last = r, class
		n++
	}
	return text[:n]
}

// composite returns the canonical composition of two code points.
func composite(first, second rune) (rune, bool) {
	if l, v := first-hangulL, second-hangulV; 0 <= l && l < countL && 0 <= v && v < countV {
		return hangul + (l*countV+v)*countT, true
	}
	if s, t := first-hangul, second-hangulT; 0 <= s && s < countHangul && s%countT == 0 && 0 < t && t < countT {
		return first + t, true
	}
	i, ok := slices.BinarySearchFunc(compositions[:], second, func(c composition, _ rune) int {
		if c.first != first {
			return int(c.first - first)
		}
		return int(c.second - second)
	})
	if !ok {
		return 0, false
	}
	return compositions[i].composite, true
}
