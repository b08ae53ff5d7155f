package nntp_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/nntp"
	"github.com/earl-url/earl/open/opentest"
)

var update = flag.Bool("update", false, "write what came as what is wanted")

// edition parses the URLs of the transcripts.
var edition = earl.RFC1738

// settings are the settings in a transcript's options section. The default
// server of news URLs is news.example.
type settings struct {
	opener nntp.Options
	open   open.Options
	req    open.Request
	probe  bool
}

func settingsOf(t testing.TB, s *opentest.Script) settings {
	t.Helper()
	set := settings{opener: nntp.Options{Server: "news.example"}}
	text, _ := s.File("options")
	answer := open.Login{}
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch key {
		case "server":
			set.opener.Server = value
		case "security":
			set.opener.Security = nntp.Security(value)
		case "user", "password", "nobody":
			switch key {
			case "user":
				answer.User = earl.Some(earl.Octets(value))
			case "password":
				answer.Password = earl.NewSecret(earl.Octets(value))
			}
			set.open.Login = func(_ context.Context, l open.Login) (open.Login, error) {
				l.User, l.Password = answer.User, answer.Password
				return l, nil
			}
		case "entries":
			fmt.Sscan(value, &set.open.Policy.Entries)
		case "overview":
			fmt.Sscan(value, &set.opener.Overview)
		case "headers":
			fmt.Sscan(value, &set.opener.Headers)
		case "replyline":
			fmt.Sscan(value, &set.open.Policy.ReplyLine)
		case "descriptions":
			set.opener.Descriptions = true
		case "offset":
			fmt.Sscan(value, &set.req.Offset)
		case "end":
			fmt.Sscan(value, &set.req.End)
		case "probe":
			set.probe = true
		default:
			t.Fatalf("option %q", key)
		}
	}
	return set
}

// Each recording (those in testdata whose names begin with inn- and sn-)
// decodes to the server's object, and each command is, byte for byte, what
// rfc1738 3.6 and 3.7 and the servers require.
func TestTranscripts(t *testing.T) {
	for path, s := range opentest.Transcripts(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			peer := opentest.PlayScript(t, s)
			set := settingsOf(t, s)
			got := report(t, peer.Client(set.open, nntp.Opener{Options: set.opener}), set, peer.URL)
			peer.Done(t)
			got = strings.ReplaceAll(got, peer.Addr(), "HOST")
			want, ok := s.File("want")
			if *update {
				opentest.Rewrite(t, path, got)
			} else if !ok || got != want {
				t.Errorf("got:\n%swant:\n%s", got, want)
			}
		})
	}
}

// report opens a URL, reads everything and describes the result.
func report(t testing.TB, client *open.Client, set settings, text string) string {
	t.Helper()
	u, err := edition.Parse(text)
	if err != nil { // nntps and IPv6
		if u, err = earl.RFC3986.Parse(text); err != nil {
			t.Fatal(err)
		}
	}
	set.req.URL = u
	var b strings.Builder
	if set.probe {
		var m open.Meta
		if m, err = client.Probe(t.Context(), u); err == nil {
			describe(&b, "", &m)
		}
	} else {
		var res open.Resource
		if res, err = client.Do(t.Context(), &set.req); err == nil {
			describe(&b, "", res.Info())
			err = content(&b, res)
		}
	}
	if err != nil {
		fmt.Fprintf(&b, "error %s: %v\n", errorWord(err), err)
	}
	return b.String()
}

// content describes the contents of a resource.
func content(b *strings.Builder, res open.Resource) error {
	switch v := res.(type) {
	case *open.Document:
		body, err := io.ReadAll(v.Body)
		for line := range strings.Lines(string(body)) {
			fmt.Fprintf(b, "\t%q\n", line)
		}
		return errors.Join(err, v.Body.Close())
	case *open.Listing:
		defer v.Close()
		var unread open.Unread
		for e, err := range v.Entries {
			if unread.Add(err) {
				fmt.Fprintf(b, "\tunread %v\n", err)
				continue
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(b, "\t%s%q %s\n", strings.Repeat("  ", e.Depth), e.Name, e.URL)
			describe(b, "\t\t", &e.Meta)
			if e.Group != nil && e.Group.Description != "" {
				fmt.Fprintf(b, "\t\tgroup %d-%d, at most %d articles: %q\n", e.Group.Low, e.Group.High, e.Group.Articles(), e.Group.Description)
			}
		}
	}
	return nil
}

// describe writes the Meta of a resource or an entry.
func describe(b *strings.Builder, indent string, m *open.Meta) {
	when := "-"
	if !m.Time.IsZero() {
		when = m.Time.UTC().Format(time.RFC3339)
	}
	fmt.Fprintf(b, "%s%s size=%d time=%s type=%s\n", indent, m.Kind, m.Size, when, m.Type)
	for _, note := range m.Note {
		fmt.Fprintf(b, "%snote %s\n", indent, note)
	}
}

// errorWord names the kind of an error.
func errorWord(err error) string {
	if errors.Is(err, nntp.ErrNoServer) {
		return "no-server"
	}
	return opentest.ErrorWord(err)
}
