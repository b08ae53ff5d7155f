package readers

import "github.com/earl-url/earl"

// Readers of this file follow the grammar of rfc3986 for the whole text, so the
// edition decides, and the usual stages take the text apart.

// uriparser models uriParseSingleUriEx.
var uriparser = &Reader{
	Name: "uriparser", Title: "uriparser", Language: "C", Version: "0.9.7",
	Family: "uriparser",
	Departs: []string{
		"It follows rfc3986 and accepts relative references.",
		"A port can have any number of digits.",
	},
	rules: &rules{clean: followsRFC3986, scheme: keepScheme},
}

// followsRFC3986 accepts absolute URIs and relative references.
func followsRFC3986(p *parse) bool {
	_, err := earl.RFC3986.ParseReference(p.rest)
	return err == nil
}
