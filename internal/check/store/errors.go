package store

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// ErrForeign means that a file is not a database of this package. It was not changed.
var ErrForeign = errors.New("the file is not a database of earl check, and was not changed: use another file")

// ErrVersion means that another version of this package created the file. It was not
// changed.
var ErrVersion = errors.New("the database has another version, and was not changed")

// explanations explain the codes of SQLite to users.
var explanations = map[int]string{
	sqlite3.SQLITE_BUSY:     "another program has locked it: wait until that program ends, or use another file",
	sqlite3.SQLITE_FULL:     "the disk is full; earlier results are safe, and the run can be resumed when there is space",
	sqlite3.SQLITE_READONLY: "it cannot be written: SQLite needs permission to write to the file and to its directory",
	sqlite3.SQLITE_CANTOPEN: "it cannot be opened: its directory must exist, and must be writable if the file is new or in use",
	sqlite3.SQLITE_PERM:     "this user has no permission to open it",
	sqlite3.SQLITE_CORRUPT:  "it is damaged: the command \"sqlite3 FILE .recover\" saves what can be read",
	sqlite3.SQLITE_NOTADB:   "it is not a database",
	sqlite3.SQLITE_IOERR:    "the disk failed, or its file system has no file locks: do not use a network share",
}

// explain adds to an error of SQLite its explanation and the name of the file.
func explain(path string, err error) error {
	if err == nil {
		return nil
	}
	var failed *sqlite.Error
	if errors.As(err, &failed) {
		if text := explanations[failed.Code()&0xFF]; text != "" { // the other bits are details
			return fmt.Errorf("database %s: %s (%w)", path, text, err)
		}
	}
	return fmt.Errorf("database %s: %w", path, err)
}

// isBusy reports whether another program has locked the database.
func isBusy(err error) bool {
	var failed *sqlite.Error
	return errors.As(err, &failed) && failed.Code()&0xFF == sqlite3.SQLITE_BUSY
}
