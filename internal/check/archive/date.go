package archive

import (
	"context"
	"os"
	"time"

	"github.com/earl-url/earl/internal/git"
	"github.com/earl-url/earl/linkcheck"
)

// Dates returns a function for Options.Date. The date of a page is its Last-Modified;
// that of a file is the date of its last commit or, if git does not track it, its
// modification time. Dates asks git once for each file.
func Dates(ctx context.Context) func(linkcheck.Place) time.Time {
	known := map[string]time.Time{}
	return func(p linkcheck.Place) time.Time {
		if !p.Modified.IsZero() || p.File == "" || p.File == "-" {
			return p.Modified
		}
		t, ok := known[p.File]
		if !ok {
			t = fileDate(ctx, p.File)
			known[p.File] = t
		}
		return t
	}
}

// fileDate returns the date of a file, or the zero time.
func fileDate(ctx context.Context, name string) time.Time {
	info, err := os.Stat(name)
	if err != nil {
		return time.Time{} // a page
	}
	if t := git.CommitTime(ctx, name); !t.IsZero() {
		return t
	}
	return info.ModTime()
}
