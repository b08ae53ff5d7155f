package mcpserver

import (
	"errors"
	"fmt"
	"strings"

	"github.com/earl-url/earl/open"
)

// markdown escapes characters that have a meaning in the text of a Markdown link.
var markdown = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "*", `\*`, "_", `\_`, "`", "\\`", "<", `\<`)

// maxName is how many characters of a name in a listing a model sees.
const maxName = 300

// listing makes a Markdown list of the entries of a listing. It keeps those that came
// before an error.
func listing(p *page, l *open.Listing) error {
	var b strings.Builder
	n := 0
	var unread open.Unread
	for e, err := range l.Entries {
		if unread.Add(err) {
			continue
		}
		if err != nil {
			if n == 0 {
				return err
			}
			p.Truncated = truncated(err)
			break
		}
		entry(&b, l.Shape, &e)
		n++
	}
	if err := unread.Err(); err != nil {
		p.Truncated = strings.TrimPrefix(p.Truncated+"; "+line(err.Error(), maxMessage), "; ")
	} else if n == 0 {
		b.WriteString("The listing is empty.\n")
	}
	p.Kind, p.text = string(open.KindListing), b.String()
	return nil
}

// truncated returns why the content of an error is only a part.
func truncated(err error) string {
	var refusal *open.Refusal
	switch {
	case open.SettingOf(err) == "Policy.Entries":
		return fmt.Sprintf("the listing has more than %d entries", maxEntries)
	case errors.As(err, &refusal) && refusal.Name == open.GuardMaxSize:
		return fmt.Sprintf("the object has %s (limit of --max-size)", refusal.Reason)
	}
	return line(err.Error(), maxMessage)
}

// entry writes an entry of a listing as an item of a list, or as a line of text.
func entry(b *strings.Builder, shape open.Shape, e *open.Entry) {
	name := markdown.Replace(line(e.Name, maxName))
	if e.URL.IsZero() {
		if shape == open.ShapeMenu {
			b.WriteString(name + "\n")
		} else {
			b.WriteString("- " + name + "\n")
		}
		return
	}
	if name == "" {
		name = "(no name)"
	}
	fmt.Fprintf(b, "%s- [%s](%s)", strings.Repeat("  ", min(e.Depth, 20)), name, target(e.URL))
	var facts []string
	if e.Kind != open.KindUnknown && e.Kind != open.KindDocument {
		facts = append(facts, string(e.Kind))
	}
	if e.Type != "" {
		facts = append(facts, line(e.Type, 100))
	}
	if e.Size >= 0 && e.Kind != open.KindListing && (e.Size > 0 || shape == open.ShapeTable) {
		facts = append(facts, fmt.Sprintf("%d bytes", e.Size))
	}
	if !e.Time.IsZero() {
		facts = append(facts, e.Time.UTC().Format("2006-01-02 15:04"))
	}
	if e.Group != nil {
		facts = append(facts, fmt.Sprintf("%d articles", e.Group.Articles()))
		if e.Group.Description != "" {
			facts = append(facts, markdown.Replace(line(e.Group.Description, maxName)))
		}
	}
	if len(facts) > 0 {
		b.WriteString(" — " + strings.Join(facts, ", "))
	}
	b.WriteByte('\n')
}

// form describes the questions of a form.
func form(p *page, f *open.Form) {
	var b strings.Builder
	p.Kind = string(open.KindForm)
	p.Title = line(f.Title, maxName)
	if isSearch(f) {
		p.Notes = append(p.Notes, "this URL is a search: call the tool search with this URL and with the words to search for")
	} else {
		p.Notes = append(p.Notes, "this URL is a form, which these tools do not answer: the user can, with earl get or earl serve")
		for _, q := range f.Fields {
			b.WriteString("- " + markdown.Replace(line(q.Prompt, maxName)) + "\n")
		}
	}
	for i := range f.About {
		entry(&b, open.ShapeTable, &f.About[i])
	}
	p.text = b.String()
}

// isSearch reports whether a form asks only for the words of a search.
func isSearch(f *open.Form) bool {
	return len(f.Fields) == 1 && f.Fields[0].Name == "search" && f.Fields[0].Input == open.InputLine && !f.Fields[0].Secret
}

// address describes a mailto URL. Nothing is sent.
func address(p *page, a *open.Address) {
	var b strings.Builder
	p.Notes = append(p.Notes, "this URL is an email address: nothing was sent")
	for _, to := range a.To {
		fmt.Fprintf(&b, "- To: %s\n", line(to, maxName))
	}
	for _, h := range a.Headers {
		fmt.Fprintf(&b, "- %s: %s\n", line(h.Name, maxName), line(h.Value, maxMessage))
	}
	p.Kind, p.text = string(open.KindAddress), b.String()
}
