package memory

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"iter"
	"os"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/linkcheck"
)

// History yields every look at a URL that the memory in a file holds, the oldest
// first; url is without a fragment. The file is only read, also while checks write
// to it. An error is the last that it yields.
func History(ctx context.Context, path, url string) iter.Seq2[linkcheck.Observation, error] {
	return func(yield func(linkcheck.Observation, error) bool) {
		if err := history(ctx, path, url, yield); err != nil {
			yield(linkcheck.Observation{}, teach(path, err))
		}
	}
}

// history yields observations until an error, or until yield has enough.
func history(ctx context.Context, path, url string, yield func(linkcheck.Observation, error) bool) error {
	db, err := openReader(ctx, path)
	if err != nil {
		return err
	}
	defer db.Close()
	rows, err := db.QueryContext(ctx, selectObservation+` WHERE u.text = ? ORDER BY o.id`, earl.Redact(url))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		o, err := scanObservation(rows)
		if err != nil {
			return err
		}
		if !yield(o, nil) {
			return nil
		}
	}
	return rows.Err()
}

// openReader opens a file that is only read.
func openReader(ctx context.Context, path string) (*sql.DB, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, errors.Unwrap(err)
	}
	if err := checkHeader(path); err != nil {
		return nil, err
	}
	mode := "mode=rw&_pragma=query_only(1)" // so that the files beside it go away with the last who reads
	if !writable(path) {
		mode = "mode=ro"
		if _, err := os.Stat(path + "-wal"); errors.Is(err, fs.ErrNotExist) {
			mode = "immutable=1" // nobody writes to it, and SQLite could make no file beside it
		}
	}
	db, err := sql.Open("sqlite", address(path, DefaultPatience, mode))
	if err != nil {
		return nil, err
	}
	made, err := check(ctx, db)
	if err == nil && !made {
		err = ErrForeign
	}
	if err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// writable reports whether a file can be written.
func writable(path string) bool {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	f.Close()
	return true
}
