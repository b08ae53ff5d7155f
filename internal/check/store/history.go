package store

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

// History yields every result for a URL in the file, the oldest first; url has no
// fragment. The file is only read, even while checks write to it. If an error occurs, it
// is the last value.
func History(ctx context.Context, path, url string) iter.Seq2[linkcheck.Observation, error] {
	return func(yield func(linkcheck.Observation, error) bool) {
		if err := history(ctx, path, url, yield); err != nil {
			yield(linkcheck.Observation{}, explain(path, err))
		}
	}
}

// history yields observations until an error, or until yield returns false.
func history(ctx context.Context, path, url string, yield func(linkcheck.Observation, error) bool) error {
	db, err := openReader(ctx, path)
	if err != nil {
		return err
	}
	defer db.Close()
	rows, err := db.QueryContext(ctx, selectObservation+` WHERE u.text IN (?, ?) ORDER BY o.id`, shown(url), earl.Redact(url)) // older checks stored tokens
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

// openReader opens a file for reading.
func openReader(ctx context.Context, path string) (*sql.DB, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, errors.Unwrap(err)
	}
	if err := checkHeader(path); err != nil {
		return nil, err
	}
	mode := "mode=rw&_pragma=query_only(1)" // so that the last reader removes the files next to it
	if !writable(path) {
		mode = "mode=ro"
		if _, err := os.Stat(path + "-wal"); errors.Is(err, fs.ErrNotExist) {
			mode = "immutable=1" // no program writes to it, and SQLite cannot create files next to it
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
