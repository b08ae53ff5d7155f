package demo

import (
	"fmt"
	"io"
	"net/http"
	"strings"
)

// rdapPath is the directory of the registry, which only http shows.
const rdapPath = "/rdap/"

// rdap shows an object of the registry, or an error, in RDAP. The name is the kind and the key of
// the object. Source: rfc9082 3.1; rfc9083 5, 6.
func (h *httpd) rdap(w http.ResponseWriter, name string) {
	const conformance = `"rdapConformance":["rdap_level_0"],"lang":"en",`
	w.Header().Set("Content-Type", "application/rdap+json")
	kind, key, _ := strings.Cut(name, "/")
	r := find(key)
	if r == nil || r.kind != kind {
		w.WriteHeader(http.StatusNotFound)
		io.WriteString(w, "{"+conformance+`"errorCode":404,"title":"Not found","description":["The library has no such object."]}`+"\n")
		return
	}
	self := h.library.rdap + r.kind + "/" + r.key
	fmt.Fprintf(w, `{%s%s,"links":[{"rel":"self","type":"application/rdap+json","href":"%s","value":"%s"}],`+
		`"notices":[{"title":"Terms of use","description":["It is a demo."]}]}`+"\n", conformance, r.json, self, self)
}
