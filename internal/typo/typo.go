// Package typo finds the correct word for a misspelt one:
//
//	typo.Nearest("norlamize", names) // "normalize"
package typo

import (
	"iter"
	"math"
)

// Nearest returns the first candidate that is most similar to word, or "" if no candidate
// is similar: at most a third of the bytes, rounded, may be wrong.
func Nearest(word string, candidates iter.Seq[string]) string {
	best, least := "", math.MaxInt
	for c := range candidates {
		longer, shorter := max(len(word), len(c)), min(len(word), len(c))
		if 3*(longer-shorter) > longer+1 { // a long word would take long
			continue
		}
		if n := Distance(word, c); n < least && 3*n <= longer+1 {
			best, least = c, n
		}
	}
	return best
}

// Distance returns how many bytes must be inserted, removed or replaced to turn a
// into b. Two bytes that are swapped count as one.
func Distance(a, b string) int {
	var before []int
	last, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := last[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(change, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, make([]int, len(b)+1)
	}
	return last[len(b)]
}
