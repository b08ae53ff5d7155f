package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// A run is a row of the table run.
type run struct {
	id      int64
	after   int64 // the newest observation from before it
	started time.Time
}

// begin resumes or begins a run. Programs do so one after another, so each has
// the lock of its run before another program can see the run.
func (m *Store) begin(ctx context.Context, o Options) error {
	targets, err := targetsOf(o.Targets)
	if err != nil {
		return err
	}
	tx, err := m.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if !o.Fresh {
		if m.resumed, err = m.resume(ctx, tx, targets); m.resumed || err != nil {
			return err
		}
	}
	m.run.started = m.now()
	row := tx.QueryRowContext(ctx, `INSERT INTO run (targets, started, after)
		VALUES (?, ?, (SELECT coalesce(max(id), 0) FROM observation)) RETURNING id, after`, targets, timeText(m.run.started))
	if err := row.Scan(&m.run.id, &m.run.after); err != nil {
		return err
	}
	if m.lock, err = m.lockRun(); err != nil {
		return err
	}
	if m.lock == nil {
		return fmt.Errorf("the lock of run %d, which is new, is taken", m.run.id)
	}
	return tx.Commit()
}

// targetsOf returns the text for the targets of a run.
func targetsOf(targets []string) (string, error) {
	list := make([]string, len(targets))
	for i, t := range targets {
		list[i] = shown(t)
	}
	return jsonText(list)
}

// jsonText returns a value as JSON for people: & is not escaped.
func jsonText(v any) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// resume continues the last run with the same targets, if that did not end and
// no program has its lock.
func (m *Store) resume(ctx context.Context, tx *sql.Tx, targets string) (bool, error) {
	var started string
	var ended sql.NullString
	row := tx.QueryRowContext(ctx, `SELECT id, after, started, ended FROM run WHERE targets = ? ORDER BY id DESC LIMIT 1`, targets)
	switch err := row.Scan(&m.run.id, &m.run.after, &started, &ended); {
	case errors.Is(err, sql.ErrNoRows):
		return false, nil
	case err != nil:
		return false, err
	case ended.Valid:
		return false, nil
	}
	var err error
	if m.run.started, err = textTime(started); err != nil {
		return false, err
	}
	m.lock, err = m.lockRun()
	return m.lock != nil, err
}

// lockRun returns the lock of the run, or nil if another program has it.
func (m *Store) lockRun() (*lock, error) { return newLock(fmt.Sprintf("%s-run%d", m.path, m.run.id)) }

// end marks the run as ended. Only the newest check of a URL keeps its places
// and the links of its page; otherwise each run would add as much to the file
// as all pages have links.
func (m *Store) end(ctx context.Context) error {
	tx, err := m.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `UPDATE run SET ended = ? WHERE id = ?`, timeText(m.now()), m.run.id); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE observation SET anchors = NULL WHERE run = ? AND anchors IS NOT NULL`, m.run.id); err != nil {
		return err
	}
	for _, table := range [...]string{"place", "link"} {
		_, err := tx.ExecContext(ctx, `DELETE FROM `+table+` WHERE observation IN (
			SELECT old.id FROM observation new JOIN observation old ON old.url = new.url AND old.id < new.id
			JOIN run ON run.id = old.run AND run.ended IS NOT NULL WHERE new.run = ?)`, m.run.id)
		if err != nil {
			return err
		}
	}
	return tx.Commit()
}

// timeLayout has the same number of digits for each time, so that texts sort
// like times.
const timeLayout = "2006-01-02T15:04:05.000000000Z"

// timeText returns a time as text for the tables, or nil for the zero time.
func timeText(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UTC().Format(timeLayout)
}

// textTime returns the time of a text from the tables.
func textTime(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	return time.Parse(timeLayout, text)
}
