package replay_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/capture"
	"github.com/earl-url/earl/cmd/earl/internal/replay"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
	"github.com/earl-url/earl/warc"
)

// day is a day of January 2026.
func day(n int) time.Time { return time.Date(2026, 1, n, 0, 0, 0, 0, time.UTC) }

// ok is the header of a response.
const ok = "HTTP/1.1 200 OK\r\nContent-Type: text/plain"

// opened returns what a client sees of a URL, without its first line.
func opened(t *testing.T, a *replay.Archive, url string) string {
	t.Helper()
	c := open.New(a.Options(open.Options{}), a.Openers(all.Openers())...)
	defer c.Close()
	_, got, _ := strings.Cut(content(t, c, url), "\n")
	return got
}

// With a date, the nearest capture is opened.
func TestNearestCapture(t *testing.T) {
	t.Parallel()
	name := archive(t, response("http://h.example/", ok, "of day 10", day(10)), response("http://h.example/", ok, "of day 20", day(20)),
		response("http://h.example/", "HTTP/1.1 304 Not Modified", "", day(15)), response("http://h.example/", ok, "of day 1", day(1)))
	a, err := replay.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for at, want := range map[time.Time]string{
		{}:                       "of day 20",
		day(1).AddDate(-9, 0, 0): "of day 1",
		day(5):                   "of day 1",
		day(7):                   "of day 10",
		day(15).Add(-time.Hour):  "of day 10",
		day(16):                  "of day 20",
		day(30):                  "of day 20",
	} {
		a.At = at
		if got := opened(t, a, "http://h.example/"); got != want {
			t.Errorf("at %v: %q, want %q", at, got, want)
		}
	}
}

// The key of a URL ignores the case of its scheme.
func TestSchemeInCapitals(t *testing.T) {
	t.Parallel()
	a, err := replay.Open(archive(t, response("HTTP://H.Example:80/%7Ejoe/../x", ok, "found", day(1))))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if got := opened(t, a, "http://h.example/x"); got != "found" {
		t.Errorf("%q, want the capture with the same key", got)
	}
}

// The file of each archive lists only its own URLs.
func TestListingIsOfOneFile(t *testing.T) {
	t.Parallel()
	one := archive(t, response("http://h.example/1", ok, "1", day(1)), response("http://h.example/both", ok, "1", day(1)))
	two := archive(t, response("http://h.example/2", ok, "2", day(2)), response("http://h.example/both", ok, "2", day(2)))
	a, err := replay.Open(one, two)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	c := open.New(a.Options(open.Options{}), a.Openers(all.Openers())...)
	defer c.Close()
	for i, want := range []string{"http://h.example/1 http://h.example/both", "http://h.example/2 http://h.example/both"} {
		res, err := c.Open(t.Context(), a.Files()[i])
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for e := range res.(*open.Listing).Entries {
			names = append(names, e.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("file %d: %q, want %q", i, got, want)
		}
	}
}

// What was recorded with a user is found without one: a login of the command line or of a
// file is in the recorded URL.
func TestUserIsOptional(t *testing.T) {
	t.Parallel()
	control := "< 220 Hello\r\n> USER joe\r\n< 331 Password?\r\n> PASS xxxxx\r\n< 230 Welcome\r\n> TYPE I\r\n< 200 OK\r\n> SIZE a\r\n< 213 7\r\n" +
		"> EPSV\r\n< 229 Here (|||40001|)\r\n> RETR a\r\n< 150 Here it comes\r\n< 226 Done\r\n* data connection 192.0.2.1:40001: 7 bytes\r\n"
	resource := &warc.Draft{Type: warc.Resource, ID: warc.NewID(), Date: day(1), Target: "ftp://joe@h.example/a", ContentType: "application/octet-stream",
		Block: strings.NewReader("content"), Size: 7}
	conversation := &warc.Draft{Type: warc.Metadata, Date: day(1), Target: "ftp://joe@h.example/a", ContentType: capture.ConversationType,
		Fields: warc.Header{{Name: warc.FieldConcurrent, Value: "<" + resource.ID + ">"}}, Block: strings.NewReader(control), Size: int64(len(control)), Payload: -1}
	a, err := replay.Open(archive(t, resource, conversation))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for _, url := range []string{"ftp://joe@h.example/a", "ftp://h.example/a"} {
		if got := opened(t, a, url); got != "content" {
			t.Errorf("%s: %q, want the content", url, got)
		}
	}
	if got := opened(t, a, "ftp://ann@h.example/a"); got != "" {
		t.Errorf("another user: %q, want not found", got)
	}
}

// A damaged record is skipped. One whose block claims what follows ends there, with ErrCut.
func TestDamagedArchive(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "damaged.warc")
	var b strings.Builder
	w := warc.NewWriter(&b, false)
	for _, d := range []*warc.Draft{response("http://h.example/1", ok, "one", day(1)), response("http://h.example/2", ok, "two", day(1)), response("http://h.example/3", ok, "three", day(1))} {
		if err := w.Write(d); err != nil {
			t.Fatal(err)
		}
	}
	second := strings.Index(b.String()[1:], "WARC/1.1\r\n") + 1
	file := b.String()[:second] + strings.Replace(b.String()[second:], "Content-Length: ", "Content-Length: 9999999", 1)
	if err := os.WriteFile(name, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	a, err := replay.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if got := a.Damage(); len(got) != 1 || !strings.Contains(got[0], fmt.Sprintf("damaged.warc: offset %d", second)) {
		t.Errorf("Damage is %q, want the second record", got)
	}
	for url, want := range map[string]string{"http://h.example/1": "one", "http://h.example/3": "three"} {
		if got := opened(t, a, url); got != want {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
	c := open.New(a.Options(open.Options{}), a.Openers(all.Openers())...)
	defer c.Close()
	res, err := c.Open(t.Context(), earl.RFC3986.MustParse("http://h.example/2"))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(res.(*open.Document).Body)
	if !errors.Is(err, open.ErrCut) || !strings.HasPrefix(string(body), "two") || strings.Contains(string(body), "three") {
		t.Errorf("%q, %v, want what is before the next record, and ErrCut", body, err)
	}
}

// A payload that is in another archive is absent from the archive, as a URL is: no server
// was asked.
func TestMissingPayloadIsAbsent(t *testing.T) {
	t.Parallel()
	d := response("http://h.example/again", ok, "", day(2))
	d.Type, d.Payload = warc.Revisit, -1
	d.Fields = warc.Header{{Name: warc.FieldProfile, Value: warc.ProfileDigest}, {Name: warc.FieldRefersToTarget, Value: "http://h.example/first"}}
	a, err := replay.Open(archive(t, d))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	c := open.New(a.Options(open.Options{}), a.Openers(all.Openers())...)
	defer c.Close()
	_, err = c.Open(t.Context(), earl.RFC3986.MustParse("http://h.example/again"))
	var absent interface{ Absent() bool }
	if !errors.Is(err, open.ErrNotFound) || !errors.As(err, &absent) || !absent.Absent() {
		t.Errorf("%v, want an absent ErrNotFound", err)
	}
}
