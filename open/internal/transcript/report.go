package transcript

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/opentest"
)

// Report opens a URL, reads everything and describes the result.
func Report(t testing.TB, client *open.Client, r open.Request) string {
	t.Helper()
	return Describe(client.Do(t.Context(), &r))
}

// Describe reads everything of a resource and describes it.
func Describe(res open.Resource, err error) string {
	var b strings.Builder
	if err == nil {
		err = resource(&b, res)
	}
	failure(&b, err)
	return b.String()
}

// DescribeMeta describes the result of a probe.
func DescribeMeta(m open.Meta, err error) string {
	var b strings.Builder
	if err == nil {
		head(&b, &m)
	}
	failure(&b, err)
	return b.String()
}

// failure describes an error, unless it is nil.
func failure(b *strings.Builder, err error) {
	if err == nil {
		return
	}
	text, _, _ := strings.Cut(err.Error(), ": read tcp") // the ports differ
	fmt.Fprintf(b, "error %s: %s\n", opentest.ErrorWord(err), text)
	if setting := open.SettingOf(err); setting != "" {
		fmt.Fprintf(b, "\tsetting %s\n", setting)
	}
	if wait, again := open.Retryable(err); again {
		fmt.Fprintf(b, "\tanother attempt can succeed after %v\n", wait)
	}
}

// Read reads everything of a resource.
func Read(res open.Resource) error { return resource(new(strings.Builder), res) }

// head describes a resource before it is read.
func head(b *strings.Builder, m *open.Meta) {
	fmt.Fprintf(b, "%s size=%d type=%s", kindOf(m.Kind), m.Size, m.Type)
	if !m.Time.IsZero() {
		fmt.Fprintf(b, " time=%s", m.Time.UTC().Format(time.RFC3339))
	}
	b.WriteByte('\n')
	notes(b, "", m.Note)
}

// resource describes a resource with its contents.
func resource(b *strings.Builder, res open.Resource) error {
	head(b, res.Info())
	switch v := res.(type) {
	case *open.Document:
		return document(b, v)
	case *open.Listing:
		return listing(b, v)
	case *open.Referral:
		for _, u := range v.Targets {
			fmt.Fprintf(b, "\t%s (%s) permanent=%v\n", u.String(), v.Reason, v.Permanent)
		}
		if v.Instead != nil {
			return document(b, v.Instead)
		}
	case *open.Form:
		return form(b, v)
	}
	return nil
}

func document(b *strings.Builder, d *open.Document) error {
	body, err := io.ReadAll(d.Body)
	for line := range strings.Lines(string(body)) {
		fmt.Fprintf(b, "\t%q\n", line)
	}
	return errors.Join(err, d.Body.Close())
}

func listing(b *strings.Builder, l *open.Listing) error {
	defer l.Close()
	if l.Ordered {
		b.WriteString("\tordered\n")
	}
	var unread open.Unread
	for e, err := range l.Entries {
		if unread.Add(err) {
			fmt.Fprintf(b, "\tunread %v\n", err)
			continue
		}
		if err != nil {
			return err
		}
		entry(b, &e)
	}
	if l.Doubt != nil && l.Doubt() != "" {
		fmt.Fprintf(b, "\tdoubt %s\n", l.Doubt())
	}
	return nil
}

func entry(b *strings.Builder, e *open.Entry) {
	fmt.Fprintf(b, "\t%s%s %q %s", strings.Repeat("  ", e.Depth), kindOf(e.Kind), e.Name, strings.TrimSpace(e.URL.String()+" "+e.Type))
	if e.Size >= 0 {
		fmt.Fprintf(b, " size=%d", e.Size)
	}
	if !e.Time.IsZero() {
		fmt.Fprintf(b, " %s", e.Time.UTC().Format(time.RFC3339))
	}
	b.WriteByte('\n')
	notes(b, "\t\t", e.Note)
	if e.Group != nil && e.Group.Description != "" {
		fmt.Fprintf(b, "\t\tgroup %d-%d, at most %d articles: %q\n", e.Group.Low, e.Group.High, e.Group.Articles(), e.Group.Description)
	}
}

// form describes a form and the URL of an answer: the defaults, and a text for
// each question that has none.
func form(b *strings.Builder, f *open.Form) error {
	var answers []string
	for line := range strings.Lines(f.Title) {
		fmt.Fprintf(b, "\ttitle %q\n", line)
	}
	for _, q := range f.Fields {
		fmt.Fprintf(b, "\t%s: %q %s %q %q secret=%v\n", q.Name, q.Prompt, q.Input, q.Default, q.Choices, q.Secret)
		if q.Default == "" && len(q.Choices) == 0 {
			q.Default = "fox & hen+\u00e9?"
		}
		answers = append(answers, q.Default)
	}
	for i := range f.About {
		b.WriteString("\tabout")
		entry(b, &f.About[i])
	}
	u, err := f.Answer(answers)
	if err == nil {
		fmt.Fprintf(b, "\tanswer %s\n", u.String())
	}
	return err
}

func notes(b *strings.Builder, indent string, list []string) {
	for _, note := range list {
		fmt.Fprintf(b, "%snote %s\n", indent, note)
	}
}

func kindOf(k open.Kind) string {
	if k == open.KindUnknown {
		return "unknown"
	}
	return string(k)
}

// First returns only the first entry of a listing.
func First(entries iter.Seq2[open.Entry, error]) iter.Seq2[open.Entry, error] {
	return func(yield func(open.Entry, error) bool) {
		for e, err := range entries {
			yield(e, err)
			return
		}
	}
}
