//go:build race

// Package racedetector tells tests whether the race detector is on. Under it a
// program takes 5 to 10 times as long, so tests of size and speed use less text;
// go test ./... without it uses the full size.
package racedetector

// On reports whether the race detector is on.
const On = true
