package rdap

import (
	"strings"

	"github.com/earl-url/earl"
)

// contact adds the fields of a jCard: an array of "vcard" and properties, each an array of a
// name, parameters, a type and values. Source: rfc7095 3; rfc9083 5.1.
func (w *fieldWriter) contact(v any) {
	card := list(v)
	if len(card) < 2 {
		return
	}
	for _, e := range list(card[1]) {
		p := list(e)
		if len(p) < 4 {
			continue
		}
		name := strings.ToLower(text(p[0]))
		switch name {
		case "fn":
			w.add("name", text(p[3]))
		case "org":
			w.add("organization", joined(p[3], ", "))
		case "title", "role", "kind", "lang":
			w.add(name, joined(p[3], ", "))
		case "email":
			w.add("email", text(p[3]))
		case "tel":
			w.add(telName(object(p[1])), strings.TrimPrefix(text(p[3]), "tel:"))
		case "adr":
			w.address(object(p[1]), p[3])
		case "url", "contact-uri":
			if u := earl.Redact(text(p[3])); u != "" {
				w.fields = append(w.fields, Field{Name: "page", Value: u, Link: u})
			}
		}
	}
}

// telName returns the name of a telephone number.
func telName(parameters map[string]any) string {
	for _, t := range texts(parameters["type"]) {
		if strings.EqualFold(t, "fax") {
			return "fax"
		}
	}
	return "telephone"
}

// address adds an address: the lines of its label, or its parts. Source: rfc7095 3.3.1.3.
func (w *fieldWriter) address(parameters map[string]any, parts any) {
	if label := text(parameters["label"]); label != "" {
		name := "address"
		for line := range strings.Lines(label) {
			w.fields = append(w.fields, Field{Name: name, Value: strings.TrimSpace(line)})
			name = ""
		}
		return
	}
	w.add("address", joined(parts, ", "))
}

// joined returns the strings of a value, which may be in arrays in an array.
func joined(v any, separator string) string {
	var all []string
	for _, e := range list(v) {
		if inner, ok := e.([]any); ok {
			all = append(all, texts(inner)...)
		} else if s := text(e); s != "" {
			all = append(all, s)
		}
	}
	return strings.Join(all, separator)
}
