package delivery_test

import (
	"errors"
	nethttp "net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/check/archive"
	"github.com/earl-url/earl/internal/check/baseline"
	"github.com/earl-url/earl/internal/check/delivery"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/linkcheck/report"
)

// A log is a report that keeps what it receives.
type log struct {
	results []linkcheck.Result
	summary *linkcheck.Summary
	err     error
}

func (l *log) Result(r linkcheck.Result) error { l.results = append(l.results, r); return l.err }

func (l *log) Close(s linkcheck.Summary) error { l.summary = &s; return l.err }

// fault returns a fault in one place.
func fault(url string) linkcheck.Result {
	return linkcheck.Result{URL: url, Status: linkcheck.NotFound, Severity: linkcheck.SeverityFault, Places: []linkcheck.Place{{File: "a.md", Line: 1, Text: url}}}
}

// Results go through the baseline and the archive in order, and reach every report.
func TestResultsReachEveryReport(t *testing.T) {
	s := httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		w.Header().Set("Memento-Datetime", "Tue, 02 Jan 2018 03:04:05 GMT")
		if strings.Contains(r.RequestURI, "busy") {
			w.Header().Del("Memento-Datetime")
			w.WriteHeader(503)
		}
	}))
	t.Cleanup(s.Close)
	finder, err := archive.New(archive.Options{Transport: nethttp.DefaultTransport, TimeGate: s.URL + "/", Interval: -1})
	if err != nil {
		t.Fatal(err)
	}
	known, err := baseline.Read(strings.NewReader(`{"url":"http://h.example/known","status":"not-found","severity":"fault","places":[{"file":"a.md","text":"http://h.example/known"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	var one, two log
	var remarks []string
	d := delivery.New(delivery.Options{Baseline: known, Archive: finder, Reports: []report.Writer{&one, &two}, Keep: true, Remark: func(s string) { remarks = append(remarks, s) }})
	in := []linkcheck.Result{fault("http://h.example/known"), {URL: "http://h.example/ok"}, fault("http://h.example/new"), fault("http://h.example/busy")}
	for _, r := range in {
		if err := d.Result(r); err != nil {
			t.Fatal(err)
		}
	}
	sum := linkcheck.Summary{}
	sum.Severities[linkcheck.SeverityFault] = 3
	if err := d.Close(t.Context(), &sum); err != nil {
		t.Fatal(err)
	}
	for _, l := range []*log{&one, &two} {
		if len(l.results) != 4 || l.summary == nil || l.summary.Known != 1 || l.summary.Faults() != 2 {
			t.Fatalf("%d results, summary %+v", len(l.results), l.summary)
		}
		for i, r := range l.results {
			if r.URL != in[i].URL || r.Known != (i == 0) || (r.Archived != nil) != (i == 0 || i == 2) {
				t.Errorf("result %d: %s, known %v, archived %v", i, r.URL, r.Known, r.Archived)
			}
		}
	}
	if len(d.Results()) != 2 || len(remarks) != 1 || sum.Known != 1 {
		t.Errorf("kept %d, remarks %q, known %d", len(d.Results()), remarks, sum.Known)
	}
}

// Without an archive, results are written at once. After an error no more are written, but
// every report is closed.
func TestErrorsOfReports(t *testing.T) {
	full := errors.New("full")
	var one, two log
	one.err = full
	d := delivery.New(delivery.Options{Reports: []report.Writer{&one, &two}})
	if err := d.Result(fault("http://h/")); !errors.Is(err, full) || len(one.results) != 1 {
		t.Errorf("error %v, %d results", err, len(one.results))
	}
	if err := d.Close(t.Context(), new(linkcheck.Summary)); !errors.Is(err, full) || two.summary == nil {
		t.Errorf("error %v, the other report is closed: %v", err, two.summary != nil)
	}
}
