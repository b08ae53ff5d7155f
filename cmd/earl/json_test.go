package main

import (
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/jsonobject"
	"github.com/earl-url/earl/open"
)

// F3: the answers to a gopher form, of which any may be a secret, are in no object.
func TestJSONHidesAnswers(t *testing.T) {
	const form = "gopher://h/0form%09%09+%091%0D%0A+-1%0D%0A"
	for url, want := range map[string]string{
		form + "geheim%0D%0A.%0D%0A": form + "xxxxx",
		"ftp://u:geheim@h/a":         "ftp://u@h/a",
		"news:a:b@c":                 "news:a:b@c",
		"gopher://h/0a%09%09+":       "gopher://h/0a%09%09+",
	} {
		line := string(jsonobject.AppendLine(nil, entryOf("", &open.Meta{URL: earl.RFC3986.MustParse(url)})))
		if !strings.Contains(line, `"url":"`+want+`"`) {
			t.Errorf("%s: %s, want the URL %s", url, line, want)
		}
	}
}
