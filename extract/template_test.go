package extract_test

import (
	"testing"

	"github.com/earl-url/earl/extract"
)

// A URL with a placeholder is found whole, as a template, and it is doubtful.
func TestTemplates(t *testing.T) {
	loose := extract.Options{Hosts: true}
	for _, c := range []struct{ src, text string }{
		{"a shell: a path", "⟦https://h.example/commits/${sha}/files⟧."},
		{"a shell: a login", "⟦https://user:${TOKEN}@h.example/x⟧"},
		{"a shell: a host", "curl ⟦https://${HOST}/x⟧; echo"},
		{"a shell: a command", "⟦https://$(hostname)/x⟧ ⟦http://h.example/$(uname -m).tgz⟧"},
		{"a shell: a default", "⟦https://h.example/${V:-1.0}/${A%-*}.tgz⟧"},
		{"in angle brackets", "<⟦https://h.example/${x}⟧> <URL:⟦https://h.example/%s⟧>"},
		{"a route", "⟦https://h.example/[id]⟧ x"},
		{"a login", "⟦https://u:[id]@h.example/a⟧"},
		{"jinja", "⟦https://h.example/{{ x }}/y⟧, ⟦https://{{ host }}/y⟧"},
		{"jinja: a statement", "⟦https://h.example/{% if a %}b{% endif %}⟧ x"},
		{"github", "⟦https://h.example/v${{ github.sha }}/x⟧"},
		{"erb", "<a href=\"⟦https://h.example/<%= id %>/x⟧\">"},
		{"php", "⟦https://<?= $host ?>/x⟧"},
		{"ruby", "\"⟦https://#{host}/a/#{b}⟧\""},
		{"rfc6570", "⟦https://h.example/{user}/repos{?page,size}⟧ (⟦https://{host}/{+path}⟧)"},
		{"printf", "⟦https://h.example/%s/x⟧ ⟦https://%s/x⟧ ⟦https://%(host)s:%d/x⟧ ⟦https://h.example/%[1]d⟧"},
		{"prose: names in angle brackets", "⟦http://<host>:<port>/<path>?<searchpart>⟧ x"},
		{"prose: a port", "⟦http://h.example:PORT/x⟧ ⟦http://h.example:<port>/⟧"},
		{"a host without a scheme", "⟦www.h.example.org/{id}/x⟧"},
	} {
		checkMarked(t, c.src, c.text, loose)
	}
	for _, text := range []string{"https://h.example/${a}/b", "https://{host}/x", "https://h.example/%s", "www.h.example.org/{id}"} {
		got := all(t, text, loose)
		if len(got) != 1 || got[0].Kind != extract.Template || got[0].Confidence != extract.Low || got[0].Doubt != extract.Placeholder || got[0].Alternatives != nil {
			t.Errorf("Text(%q) = %+v, want one doubtful template", text, got)
		}
	}
	for _, text := range []string{"https://${host/x", "https://{\"a\":1}/", "http://<br>x", "x://${a}/b", "https://{a\n}/", "https://$HOST/x"} {
		if got := all(t, text, loose); got != nil {
			t.Errorf("Text(%q) = %+v, want nothing", text, got)
		}
	}
}
