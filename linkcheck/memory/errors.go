package memory

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// ErrForeign says that a file is not a memory. It was not touched.
var ErrForeign = errors.New("the file is not a memory of links, and was not touched: name another")

// ErrVersion says that a file is a memory that another version of this package
// made. It was not touched.
var ErrVersion = errors.New("the memory is of another version, and was not touched")

// lessons are what the codes of SQLite mean for whoever reads them.
var lessons = map[int]string{
	sqlite3.SQLITE_BUSY:     "another program keeps it locked: wait for that one, or name another file",
	sqlite3.SQLITE_FULL:     "the disk is full; what was kept before is safe, and the run can be resumed once there is room",
	sqlite3.SQLITE_READONLY: "it cannot be written: SQLite needs leave to write to the file and to its directory",
	sqlite3.SQLITE_CANTOPEN: "it cannot be opened: its directory must exist, and must be writable for a file that is new or in use",
	sqlite3.SQLITE_PERM:     "it may not be opened by this user",
	sqlite3.SQLITE_CORRUPT:  "it is damaged: the command \"sqlite3 FILE .recover\" saves what can be read",
	sqlite3.SQLITE_NOTADB:   "it is not a database",
	sqlite3.SQLITE_IOERR:    "the disk failed, or its file system does not lock files: no network share will do",
}

// teach returns an error of SQLite with what it means, and which file it is about.
func teach(path string, err error) error {
	if err == nil {
		return nil
	}
	var failed *sqlite.Error
	if errors.As(err, &failed) {
		if lesson := lessons[failed.Code()&0xFF]; lesson != "" { // the rest of a code is its detail
			return fmt.Errorf("memory: %s: %s (%w)", path, lesson, err)
		}
	}
	return fmt.Errorf("memory: %s: %w", path, err)
}

// isBusy reports whether another program has what is needed.
func isBusy(err error) bool {
	var failed *sqlite.Error
	return errors.As(err, &failed) && failed.Code()&0xFF == sqlite3.SQLITE_BUSY
}
