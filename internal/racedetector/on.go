//go:build race

// Package racedetector reports to tests whether the race detector is on. It makes programs
// 5 to 10 times slower, so tests of size and speed then use less data.
package racedetector

// On reports whether the race detector is on.
const On = true
