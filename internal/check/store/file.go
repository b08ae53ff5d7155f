package store

import (
	"context"
	"database/sql"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// The values in the header of a file. Source: sqlite.org/fileformat.html 1.3.
const (
	applicationID = 0x6561726C // "earl"
	version       = 1
)

//go:embed schema.sql
var schema string

// openFile opens the file. It creates a missing one, and refuses a foreign one.
func openFile(ctx context.Context, path string, patience time.Duration) (*sql.DB, error) {
	if err := checkHeader(path); err != nil {
		return nil, explain(path, err)
	}
	if f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600); err == nil { // the driver would create it readable for others
		f.Close()
	}
	db, err := sql.Open("sqlite", address(path, patience, "_txlock=immediate", "_pragma=synchronous(NORMAL)", "_pragma=foreign_keys(1)"))
	if err != nil {
		return nil, explain(path, err)
	}
	if err = prepare(ctx, db); err == nil {
		err = setWAL(ctx, db, patience)
	}
	if err != nil {
		db.Close()
		return nil, explain(path, err)
	}
	return db, nil
}

// address returns the driver's name for a file.
func address(path string, patience time.Duration, settings ...string) string {
	escaped := strings.NewReplacer("%", "%25", "?", "%3F", "#", "%23").Replace(filepath.ToSlash(path))
	settings = append(settings, fmt.Sprintf("_pragma=busy_timeout(%d)", patience.Milliseconds()))
	return "file:" + escaped + "?" + strings.Join(settings, "&")
}

// checkHeader refuses a foreign file before it is opened as a database, which could write
// to it. A database of this package has its mark as soon as it has a header: the first
// transaction writes both. Source: sqlite.org/fileformat.html 1.3.
func checkHeader(path string) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	var header [100]byte
	switch n, err := io.ReadFull(f, header[:]); {
	case n == 0 && err == io.EOF:
		return nil // an empty file is an empty database
	case err != nil && err != io.ErrUnexpectedEOF:
		return err
	}
	if string(header[:16]) != "SQLite format 3\x00" {
		return ErrForeign
	}
	if binary.BigEndian.Uint32(header[68:]) == applicationID {
		return checkVersion(int64(binary.BigEndian.Uint32(header[60:])))
	}
	if _, err := os.Stat(path + "-journal"); err == nil {
		return nil // a program was killed while it created the tables: check decides
	}
	return ErrForeign
}

// prepare creates the tables in an empty database, and refuses one with other tables.
func prepare(ctx context.Context, db *sql.DB) error {
	if made, err := check(ctx, db); made || err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if made, err := check(ctx, tx); made || err != nil {
		return err // another program may have been faster
	}
	if _, err := tx.ExecContext(ctx, schema+fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d;", applicationID, version)); err != nil {
		return err
	}
	return tx.Commit()
}

// A querier is a database or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// check reports whether a database has the tables of this package; false: it is empty.
func check(ctx context.Context, q querier) (bool, error) {
	var id, ver, objects int64
	row := q.QueryRowContext(ctx, `SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id, pragma_user_version`)
	if err := row.Scan(&id, &ver, &objects); err != nil {
		return false, err
	}
	switch {
	case id == 0 && ver == 0 && objects == 0:
		return false, nil
	case id != applicationID:
		return false, ErrForeign
	}
	return true, checkVersion(ver)
}

// checkVersion refuses the tables of another version. The first version that changes them
// will read those of this one.
func checkVersion(found int64) error {
	if found != version {
		return fmt.Errorf("%w: it has version %d, and this program knows %d", ErrVersion, found, version)
	}
	return nil
}

// setWAL allows readers to continue while a program writes. The setting stays with the
// file. Several programs that set it at a time do not wait for each other.
func setWAL(ctx context.Context, db *sql.DB, patience time.Duration) error {
	end := time.Now().Add(patience)
	for {
		_, err := db.ExecContext(ctx, "PRAGMA journal_mode = WAL")
		if !isBusy(err) || time.Now().After(end) {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(10 * time.Millisecond):
		}
	}
}
