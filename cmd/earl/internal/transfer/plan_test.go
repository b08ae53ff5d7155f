package transfer

import (
	"errors"
	"io/fs"
	"testing"
	"time"

	"github.com/earl-url/earl/cmd/earl/internal/savedir"
	"github.com/earl-url/earl/cmd/earl/internal/treecopy"
	"github.com/earl-url/earl/open"
)

// A file is the information about a regular file, or of a directory without a size.
type file struct {
	size int64
	at   time.Time
}

func (f file) Name() string       { return "f" }
func (f file) Size() int64        { return f.size }
func (f file) ModTime() time.Time { return f.at }
func (f file) IsDir() bool        { return f.size < 0 }
func (f file) Sys() any           { return nil }
func (f file) Mode() fs.FileMode {
	if f.size < 0 {
		return fs.ModeDir
	}
	return 0
}

// What a transfer does with its file follows from its options, the file, the list of the copy
// and what is known about the object.
func TestDecide(t *testing.T) {
	now := time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)
	old := now.Add(-time.Hour)
	stored, equal, newer := file{5, old}, &open.Meta{Size: 5, Time: old}, &open.Meta{Size: 5, Time: now}
	ours := &treecopy.Line{Size: 5, Time: old, Local: 5, Mod: old}
	edited := &treecopy.Line{Size: 5, Time: old, Local: 6}
	sum := Checksum{name: "md5"}
	inside := savedir.Place{Name: "f", Within: true}
	for _, r := range []struct {
		name    string
		options Options
		state   state
		want    action
	}{
		{"a new file", Options{}, state{to: inside}, create},
		{"a new file that the user named", Options{}, state{}, overwrite},
		{"a file that exists", Options{}, state{to: inside, info: stored}, refuse},
		{"one that the user named", Options{}, state{info: stored}, overwrite},
		{"--force", Options{Saving: Saving{Force: true}}, state{to: inside, info: stored}, overwrite},
		{"-J, before the response", Options{Saving: Saving{ServerName: true}}, state{to: inside, info: stored}, create},
		{"-J, after it", Options{Saving: Saving{ServerName: true}}, state{to: inside, info: stored, answered: true}, refuse},
		{"-C", Options{Saving: Saving{Resume: Resume{Given: true}}}, state{to: inside, info: stored}, resume},
		{"-C, a new file", Options{Saving: Saving{Resume: Resume{Given: true}}}, state{to: inside}, resume},
		{"-C --checksum", Options{Saving: Saving{Resume: Resume{Given: true}, Checksum: sum}}, state{to: inside, info: stored}, refuse},
		{"--checksum", Options{Saving: Saving{Checksum: sum}}, state{to: inside, info: stored}, refuse},
		{"-N", Options{Saving: Saving{Newer: true}}, state{to: inside, info: stored}, probe},
		{"-N, a new file", Options{Saving: Saving{Newer: true}}, state{to: inside}, overwrite},
		{"-N, the same object", Options{Saving: Saving{Newer: true}}, state{to: inside, info: stored, object: equal}, skip},
		{"-N, a newer object", Options{Saving: Saving{Newer: true}}, state{to: inside, info: stored, object: newer}, overwrite},
		{"-N --force, the same object", Options{Saving: Saving{Newer: true, Force: true}}, state{to: inside, info: stored, object: equal}, skip},
		{"--max-age, a young file", Options{Saving: Saving{MaxAge: 2 * time.Hour}}, state{to: inside, info: stored}, skip},
		{"--max-age, as old", Options{Saving: Saving{MaxAge: time.Hour}}, state{to: inside, info: stored}, overwrite},
		{"--max-age, written in the future", Options{Saving: Saving{MaxAge: 1}}, state{to: inside, info: file{5, now.Add(time.Hour)}}, skip},
		{"--max-age, a directory", Options{Saving: Saving{MaxAge: 2 * time.Hour}}, state{to: inside, info: file{-1, old}}, overwrite},
		{"a copy, not in the list", Options{}, state{to: inside, info: stored, copied: true}, refuse},
		{"not in the list, the same object", Options{}, state{to: inside, info: stored, copied: true, object: equal}, skip},
		{"not in the list, a newer object", Options{}, state{to: inside, info: stored, copied: true, object: newer}, refuse},
		{"not in the list, -N", Options{Saving: Saving{Newer: true}}, state{to: inside, info: stored, copied: true, object: newer}, overwrite},
		{"not in the list, --force", Options{Saving: Saving{Force: true}}, state{to: inside, info: stored, copied: true}, overwrite},
		{"in the list, unchanged", Options{}, state{to: inside, info: stored, copied: true, line: ours, object: equal}, skip},
		{"in the list, changed", Options{}, state{to: inside, info: stored, copied: true, line: ours, object: newer}, overwrite},
		{"in the list, the listing has no time", Options{}, state{to: inside, info: stored, copied: true, line: ours}, overwrite},
		{"in the list, for an archive", Options{Whole: true}, state{to: inside, info: stored, copied: true, line: ours, object: equal}, overwrite},
		{"in the list, edited", Options{}, state{to: inside, info: stored, copied: true, line: edited, object: newer}, skip},
		{"in the list, edited, --force", Options{Saving: Saving{Force: true}}, state{to: inside, info: stored, copied: true, line: edited, answered: true}, overwrite},
		{"in the list, after the response", Options{}, state{to: inside, info: stored, copied: true, line: ours, object: equal, answered: true}, overwrite},
	} {
		r.state.now = now
		act, reason := decide(&r.options, r.state)
		if act != r.want || errors.Is(reason, open.ErrUnchanged) != (act == skip) || (reason != nil) != (act == skip || act == refuse) {
			t.Errorf("%s: decide = %d, %v, want %d", r.name, act, reason, r.want)
		}
	}
}
