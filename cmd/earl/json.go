package main

import (
	"strconv"

	"github.com/earl-url/earl/internal/jsonstring"
)

// The command writes its JSON by hand: the keys and their order must not change.

// itoa is strconv.Itoa.
func itoa(n int) string { return strconv.Itoa(n) }

// appendString appends text as a JSON string.
func appendString(b []byte, text string) []byte { return jsonstring.Append(b, text) }

// appendStrings appends an array of strings.
func appendStrings(b []byte, all []string) []byte { return jsonstring.AppendAll(b, all) }

// appendOptional appends text as a JSON string, or null if it is absent.
func appendOptional(b []byte, text string, present bool) []byte {
	return jsonstring.AppendOptional(b, text, present)
}

// appendBool appends true or false.
func appendBool(b []byte, yes bool) []byte { return strconv.AppendBool(b, yes) }
