// Package limit computes limits from the values of options.
package limit

// Of returns the limit for the value n of an option: byDefault for 0, and the
// largest value of the type for a negative n, which means no limit.
func Of[T ~int | ~int64](n, byDefault T) T {
	switch {
	case n == 0:
		return byDefault
	case n < 0:
		return largest[T]()
	}
	return n
}

// largest returns the largest value of a signed type.
func largest[T ~int | ~int64]() T {
	n := T(1)
	for n<<1 > 0 {
		n <<= 1
	}
	return n - 1 + n
}
