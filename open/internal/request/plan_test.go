package request_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/editions"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/http"
	"github.com/earl-url/earl/open/internal/request"
)

// Planner makes the plans of http.Opener, which are what net/http writes.
func TestPlannerPlansLikeOpener(t *testing.T) {
	long, short := open.New(open.Options{}, new(http.Opener)), open.New(open.Options{}, request.Planner{})
	since := time.Date(2024, 2, 29, 12, 0, 0, 0, time.FixedZone("", 3600))
	for _, change := range []open.Request{
		{}, {Head: true}, {Offset: 5}, {Offset: 5, End: 9, Version: `"tag"`}, {End: 1}, {Since: since}, {Accept: "text/html", Coding: "gzip"},
	} {
		for _, text := range []string{
			"http://h.example/", "http://h.example", "https://h.example:443/a?b#c", "http://h.example:8080?q", "http://H.Example:080/%7e",
			"http://me@h.example/", "http://me:s3cr3t@h.example/a", "https://:p@h.example/", "http://m%3ae:p@h.example/",
			"http://h.example//x/%2F?", "http://h.example//x|y?z", "http://h.example//x%zz", "http://h.example/a b", "http://h.example/?a\x7fb",
			"http://[2001:4860:4860::8888]:81/", "http://8.8.8.8/", "http://127.0.0.1/", "http://h.example:25/", "http://b\u00fccher.example/\u00e9",
			"http:x", "http:///x", "http://h.example:99999/",
		} {
			for e := range editions.All() {
				u, err := e.Parse(text)
				if err != nil {
					continue
				}
				q := change
				q.URL = u
				want, wantErr := long.Plan(t.Context(), &q)
				got, gotErr := short.Plan(t.Context(), &q)
				if !reflect.DeepEqual(got, want) || errorText(gotErr) != errorText(wantErr) {
					t.Errorf("%s by %s: %+v\n%v, want\n%v; errors %v, want %v", text, e.Name(), change, got, want, gotErr, wantErr)
				}
			}
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestPlannerOpensNothing(t *testing.T) {
	u, err := earl.RFC3986.Parse("http://h.example/")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := open.New(open.Options{}, request.Planner{}).Open(t.Context(), u); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("Open: %v, want ErrUnsupported", err)
	}
}
