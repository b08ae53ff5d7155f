package transfer

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/cmd/earl/internal/savedir"
	"github.com/earl-url/earl/cmd/earl/internal/urlglob"
	"github.com/earl-url/earl/open"
)

// begin sets the destination of the document and the byte at which the transfer
// starts. It returns an error for a file name that cannot be used, before any request.
func (t *Transfer) begin() error {
	o := &t.r.o
	if err := t.aim(); err != nil {
		return err
	}
	if t.staged = o.Checksum.name != ""; t.tree != nil {
		t.tree.Place = t.to
	}
	switch {
	case o.Range.Given:
		t.start = o.Range.First
	case o.Resume.Given && !o.Resume.Auto:
		t.start = o.Resume.At
	case o.Resume.Auto:
		info, err := t.destination().Stat()
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return console.Local(err)
		}
		if err == nil {
			t.start = info.Size()
		}
	}
	return nil
}

// aim sets the destination of the document unless it is already set.
func (t *Transfer) aim() error {
	o := &t.r.o
	switch {
	case t.to != (savedir.Place{}), t.take != nil:
	case o.RemoteName, o.Recursive:
		name, err := fileName(t.typed)
		if err != nil && !(o.ServerName && NameOf(t.typed) == "") {
			return err
		}
		t.to = savedir.Place{In: t.r.dir, Name: name, Within: true}
	case o.toFile():
		t.to = savedir.Place{In: t.r.dir, Name: urlglob.Name(o.Output, t.localValues())}
	}
	return nil
}

// localValues returns the values of a pattern as parts of a file name. It replaces
// characters that would lead to another directory.
func (t *Transfer) localValues() []string {
	safe := make([]string, len(t.values))
	for i, v := range t.values {
		safe[i] = strings.NewReplacer("/", "_", `\`, "_", "..", "__").Replace(v)
	}
	return safe
}

// plan decides about the file before the request. The error is the reason if nothing is
// requested.
func (t *Transfer) plan(ctx context.Context) error {
	o := &t.r.o
	if t.to == (savedir.Place{}) {
		return nil
	}
	if !o.CreateDirs && !o.Recursive {
		if err := t.to.FindDir(); err != nil {
			return console.Local(err)
		}
	}
	s, err := t.state()
	if err != nil {
		return err
	}
	if err := t.settle(decide(o, s)); err != nil {
		return err
	}
	if t.act == probe {
		if s.object, err = t.probe(ctx); err != nil {
			return err
		}
		if err := t.settle(decide(o, s)); err != nil {
			return err
		}
	}
	if s.info != nil && s.intact() && s.object == nil && !o.Whole {
		t.since = t.tree.Since(s.line)
	}
	return t.isItself(ctx)
}

// state returns the state before the request. With Force and Whole, an earlier copy and the
// listing do not count.
func (t *Transfer) state() (s state, err error) {
	o := &t.r.o
	s = state{to: t.to, now: time.Now(), copied: t.tree != nil}
	if t.to.Name == "" { // the response decides the name
		return s, nil
	}
	if s.copied {
		s.line = t.tree.Saved()
	}
	s.info, err = t.to.Stat()
	switch {
	case err == nil:
	case s.copied && !errors.Is(err, fs.ErrNotExist):
		return s, err
	case o.Newer && !errors.Is(err, fs.ErrNotExist):
		return s, console.Local(err)
	}
	if o.MaxAge > 0 && (s.info == nil || s.info.Mode().IsRegular() && (s.to.Within || s.info.Size() == 0)) {
		t.staged = true // a part of the object would look current
	}
	if s.info == nil || !s.info.Mode().IsRegular() || o.Force {
		s.line = nil
		return s, nil
	}
	if s.copied && (s.line != nil || !o.Whole) {
		s.object = t.tree.Object()
	}
	t.line = s.line
	return s, nil
}

// settle sets the action of the transfer, and returns the reason if it must not write.
func (t *Transfer) settle(act action, reason error) error {
	t.act = act
	return reason
}

// isItself returns an error if the destination is the file of the URL. Creating the
// destination would empty it.
func (t *Transfer) isItself(ctx context.Context) error {
	if t.typed.Scheme() != "file" || t.to == (savedir.Place{}) {
		return nil
	}
	to, err := t.destination().Stat()
	if err != nil || !to.Mode().IsRegular() {
		return nil // the file is new or empty
	}
	plan, err := t.r.o.Client.Plan(ctx, &open.Request{URL: t.typed})
	if err != nil {
		return err
	}
	if from, err := os.Stat(plan.Path); err == nil && os.SameFile(from, to) {
		return usageError("%s is the file of the URL itself; choose another name", t.to.Shown())
	}
	return nil
}

// rename sets the file of a document to the name that the server suggests, if ServerName
// is set and nothing is written yet.
func (t *Transfer) rename() (err error) {
	if !t.r.o.ServerName || !t.to.Within || t.file != nil {
		return nil
	}
	if name := suggested(t.record.response()); name != "" {
		t.to.Name = name
	}
	if t.tree != nil {
		t.tree.Place = t.to
	}
	if t.to.Name == "" {
		return usageError("-J: neither the URL nor the server gives a file name; use -o FILE")
	}
	defer func() {
		if err == nil {
			t.r.o.Reporter.Remark("%s: saved as %s", t.typed.Redacted(), t.to.Shown())
		}
	}()
	return t.settle(t.again(state{}))
}

// place sets the file of a document of a web site.
func (t *Transfer) place(m *open.Meta) error {
	if m.Status >= 400 && !t.tree.IsPlaced() {
		return &StatusError{status: m.Status, after: m.RetryAfter}
	}
	if err := t.tree.Found(m); err != nil {
		return err
	}
	t.meta, t.to = *m, t.tree.Place
	return t.placed(m)
}

// placed decides about the file of a document of a web site after the response, which gave it
// its name.
func (t *Transfer) placed(m *open.Meta) error {
	t.line = t.tree.Saved()
	if t.file != nil {
		return nil
	}
	return t.settle(t.again(state{copied: true, line: t.line, object: m}))
}

// again decides about the file after the response.
func (t *Transfer) again(s state) (action, error) {
	s.to, s.now, s.answered = t.to, time.Now(), true
	if info, err := t.to.Stat(); err == nil {
		s.info = info
	}
	return decide(&t.r.o, s)
}
