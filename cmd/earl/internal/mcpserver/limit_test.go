package mcpserver

import (
	"context"
	"strings"
	"testing"
	"time"
)

// Parts of a content make the whole content, which is retrieved once.
func TestParts(t *testing.T) {
	n := newNetwork(t)
	c := connect(t, n.options(Options{MaxChars: 100}))
	whole := strings.Repeat("äbcdefghi\n", 30)
	var got strings.Builder
	for offset, parts := 0, 0; ; parts++ {
		var f Fetched
		text := call(t, c, "fetch", fetchInput{URL: "http://public.test/text", Offset: offset, Max: 70 + 1000*parts}, &f)
		got.WriteString(f.Content)
		if f.Total != 300 || f.Offset != offset || !strings.Contains(text, f.Content) {
			t.Errorf("offset %d: %+v\n%s", offset, f, text)
		}
		if offset = f.NextOffset; offset == 0 {
			if parts != 3 { // 70, then 100 each
				t.Errorf("%d parts", parts+1)
			}
			break
		}
		if !strings.Contains(text, "Call the tool again with offset") {
			t.Errorf("the text does not tell how to read on: %s", text)
		}
	}
	if got.String() != whole {
		t.Errorf("the parts are %q", got.String())
	}
	if len(n.paths) != 1 {
		t.Errorf("requests %q, want one", n.paths)
	}
	var f Fetched
	call(t, c, "fetch", fetchInput{URL: "http://public.test/text", Offset: 1000}, &f)
	if f.Content != "" || f.NextOffset != 0 {
		t.Errorf("after the end: %+v", f)
	}
	if call(t, c, "fetch", fetchInput{URL: "http://public.test/text"}, &f); len(n.paths) != 2 {
		t.Errorf("requests %q, want a new one for the first part", n.paths)
	}
}

// The contents that are kept have a limit in number and in bytes.
func TestRecent(t *testing.T) {
	var r recent
	for i := range 2 * maxRecent {
		r.put(string(rune('a'+i)), &page{text: "x"})
	}
	if len(r.list) != maxRecent || r.size != maxRecent || r.get("a") != nil || r.get(string(rune('a'+2*maxRecent-1))) == nil {
		t.Errorf("%d kept, %d bytes", len(r.list), r.size)
	}
	large := &page{text: strings.Repeat("x", maxRecentSize/2+1)}
	r.put("large", large)
	r.put("large too", large)
	r.put("large too", large)
	if len(r.list) != 1 || r.size != len(large.text) || r.get("large too") == nil {
		t.Errorf("%d kept, %d bytes", len(r.list), r.size)
	}
}

// A document is read up to MaxSize, also if it has a content coding.
func TestMaxSize(t *testing.T) {
	n := newNetwork(t)
	c := connect(t, n.options(Options{MaxSize: 10_000, MaxChars: 1 << 20}))
	for _, path := range []string{"/endless", "/bomb"} {
		var f Fetched
		text := call(t, c, "fetch", fetchInput{URL: "http://public.test" + path}, &f)
		if f.Error != nil || len(f.Content) != 10_000 || !strings.Contains(f.Truncated, "more than 10000 bytes") || !strings.Contains(text, f.Truncated) {
			t.Errorf("%s: %d bytes, truncated %q, error %+v", path, len(f.Content), f.Truncated, f.Error)
		}
	}
	var f Fetched
	call(t, c, "fetch", fetchInput{URL: "http://public.test/large"}, &f)
	if guardOf(f.Error) != "max-size" || f.Error.Setting != "--max-size" {
		t.Errorf("a document of a known size: %+v", f.Error)
	}
}

// MaxTime ends a call, and cancels what it waits for.
func TestMaxTime(t *testing.T) {
	t.Parallel()
	n := newNetwork(t)
	c := connect(t, n.options(Options{MaxTime: 300 * time.Millisecond}))
	var f Fetched
	call(t, c, "fetch", fetchInput{URL: "http://public.test/slow"}, &f)
	if f.Error == nil || f.Error.Class != "timeout" || f.Error.Setting != "--max-time" {
		t.Errorf("%+v, want a timeout", f.Error)
	}
	<-n.slow
	n.slow = make(chan struct{})
	var k Checked
	call(t, c, "check", checkInput{URLs: []string{"http://public.test/text", "http://public.test/slow?" + strings.Repeat("x", 10)}}, &k)
	if k.Error != nil && k.Error.Class != "timeout" {
		t.Errorf("%+v, want a timeout or a result", k.Error)
	}
}

// A client that cancels a call ends its request.
func TestCancel(t *testing.T) {
	t.Parallel()
	n := newNetwork(t)
	c := connect(t, n.options(Options{}))
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for len(n.requested()) == 0 {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	if _, err := c.CallTool(ctx, fetchCall("http://public.test/slow")); err == nil {
		t.Error("no error")
	}
	select {
	case <-n.slow:
	case <-time.After(20 * time.Second):
		t.Error("the server still sends the document")
	}
}

// A check has a limit of links, and says how many it left out.
func TestMaxLinks(t *testing.T) {
	t.Parallel()
	n := newNetwork(t)
	c := connect(t, n.options(Options{MaxLinks: 5}))
	var k Checked
	call(t, c, "check", checkInput{URL: "http://public.test/links", All: true}, &k)
	if k.Links != 6 || k.Skipped != 15 || k.Error != nil { // with the page itself
		t.Errorf("a page: %+v", k)
	}
	k = Checked{}
	before := len(n.requested())
	urls := strings.Fields(strings.Repeat("http://public.test/text ", 9))
	for i := range urls {
		urls[i] += strings.Repeat("?", i)
	}
	call(t, c, "check", checkInput{URLs: urls, All: true}, &k)
	if k.Links != 5 || k.Skipped != 4 || len(n.requested())-before > 5 {
		t.Errorf("a list: %+v, requests %q", k, n.requested()[before:])
	}
}

// Requests to one host have the rate of the options.
func TestRate(t *testing.T) {
	t.Parallel()
	n := newNetwork(t)
	c := connect(t, n.options(Options{Rate: 10}))
	began := time.Now()
	for range 4 {
		var f Fetched
		call(t, c, "fetch", fetchInput{URL: "http://public.test/text"}, &f)
	}
	if took := time.Since(began); took < 250*time.Millisecond {
		t.Errorf("4 requests in %v, want at least 0.3 s", took)
	}
}

// Arguments have limits.
func TestArguments(t *testing.T) {
	n := newNetwork(t)
	c := connect(t, n.options(Options{}))
	long := "http://public.test/" + strings.Repeat("a", maxURL)
	for _, tt := range []struct {
		tool string
		args any
		out  output
	}{
		{"fetch", fetchInput{URL: long}, new(Fetched)},
		{"search", searchInput{URL: "gopher://public.test/7/find"}, new(Fetched)},
		{"search", searchInput{URL: "gopher://public.test/7/find", Words: strings.Repeat("a", maxURL+1)}, new(Fetched)},
		{"search", searchInput{URL: "gopher://public.test/7/find", Words: "a\r\nb"}, new(Fetched)},
		{"search", searchInput{URL: "gopher://public.test/7/find", Words: "a\tb"}, new(Fetched)},
		{"search", searchInput{URL: "gopher://public.test/7/find%09words", Words: "a"}, new(Fetched)},
		{"search", searchInput{URL: "gopher://public.test/1", Words: "a"}, new(Fetched)},
		{"search", searchInput{URL: "http://public.test/", Words: "a"}, new(Fetched)},
		{"check", checkInput{}, new(Checked)},
		{"check", checkInput{URL: "http://public.test/", URLs: []string{"http://public.test/"}}, new(Checked)},
		{"extract", extractInput{Text: strings.Repeat("a", maxText+1)}, new(Extracted)},
		{"extract", extractInput{Text: "a", Type: "pdf"}, new(Extracted)},
		{"extract", extractInput{Text: "a", Base: "no url"}, new(Extracted)},
		{"explain", explainInput{URL: long}, new(Explained)},
	} {
		text := call(t, c, tt.tool, tt.args, tt.out)
		if p := tt.out.problem(); p == nil || p.Message == "" || !strings.Contains(text, "ERROR") && !strings.Contains(text, "REFUSED") {
			t.Errorf("%s(%.80v): %+v", tt.tool, tt.args, p)
		}
	}
	for _, path := range n.requested() {
		t.Errorf("a request for %s", path)
	}
}
