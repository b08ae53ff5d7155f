package store

import (
	"context"
	"database/sql"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/linkcheck"
)

// writeAll writes entries in one transaction.
func (m *Store) writeAll(ctx context.Context, entries []entry) error {
	tx, err := m.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	w := writer{ctx: ctx, tx: tx, run: m.run, statements: map[string]*sql.Stmt{}, ids: map[[2]string]int64{}}
	for i := range entries {
		if err := w.entry(&entries[i]); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// A writer writes in one transaction.
type writer struct {
	ctx        context.Context
	tx         *sql.Tx
	run        run
	statements map[string]*sql.Stmt
	ids        map[[2]string]int64 // of texts that were looked up, by table and text
}

// The statements of a writer.
const (
	insertObservation = `INSERT INTO observation (run, url, time, took, status, message, section, hops, final, type, size, digest, shape, title, before, secret, anchors)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
			CASE WHEN ? THEN (SELECT max(id) FROM observation WHERE url = ?2 AND id <= ?) END, ?, ?)
		ON CONFLICT (url, run) DO UPDATE SET (time, took, status, message, section, hops, final, type, size, digest, shape, title, before, secret, anchors)
			= (excluded.time, excluded.took, excluded.status, excluded.message, excluded.section, excluded.hops, excluded.final, excluded.type,
			excluded.size, excluded.digest, excluded.shape, excluded.title, excluded.before, excluded.secret, excluded.anchors)
		RETURNING id`
	deletePlaces = `DELETE FROM place WHERE observation = ?`
	deleteLinks  = `DELETE FROM link WHERE observation = ?`
	insertPlace  = `INSERT INTO place VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	insertLink   = `INSERT INTO link VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
)

// prepared returns a statement.
func (w *writer) prepared(query string) (*sql.Stmt, error) {
	if s := w.statements[query]; s != nil {
		return s, nil
	}
	s, err := w.tx.PrepareContext(w.ctx, query)
	w.statements[query] = s
	return s, err
}

// exec runs a statement.
func (w *writer) exec(query string, args ...any) error {
	s, err := w.prepared(query)
	if err == nil {
		_, err = s.ExecContext(w.ctx, args...)
	}
	return err
}

// scan runs a statement that returns one number.
func (w *writer) scan(query string, args ...any) (n int64, err error) {
	s, err := w.prepared(query)
	if err == nil {
		err = s.QueryRowContext(w.ctx, args...).Scan(&n)
	}
	return n, err
}

// entry writes a result with its places and the links of its content.
func (w *writer) entry(e *entry) error {
	id, err := w.observation(e)
	if err != nil {
		return err
	}
	if err := w.exec(deletePlaces, id); err != nil {
		return err
	}
	if err := w.exec(deleteLinks, id); err != nil {
		return err
	}
	for n := range e.result.Places {
		row, err := w.place(id, n, &e.result.Places[n], e.result.URL)
		if err != nil {
			return err
		}
		if err := w.exec(insertPlace, row...); err != nil {
			return err
		}
	}
	for n := range e.links {
		l := &e.links[n]
		row, err := w.place(id, n, &l.Place, l.URL)
		if err != nil {
			return err
		}
		url, err := w.id("url", "text", shown(l.URL))
		if err != nil {
			return err
		}
		if err := w.exec(insertLink, append(row, url)...); err != nil {
			return err
		}
	}
	return nil
}

// observation writes a result and returns its id.
func (w *writer) observation(e *entry) (int64, error) {
	r := &e.result
	url, err := w.id("url", "text", shown(r.URL))
	if err != nil {
		return 0, err
	}
	hops := make([][2]any, len(r.Hops))
	for i, h := range r.Hops {
		hops[i] = [2]any{shown(h.To), h.Permanent}
	}
	way, err := jsonText(hops)
	if err != nil {
		return 0, err
	}
	size := any(r.Size)
	if r.Size < 0 {
		size = nil
	}
	return w.scan(insertObservation, w.run.id, url, timeText(r.Time), int64(r.Took), r.Status.String(), earl.HideTokens(r.Message), r.Section,
		way, shown(r.Final), r.Type, size, r.Digest, r.Shape, earl.HideTokens(r.Title), r.Before != nil, w.run.after, e.secret(), r.Anchors)
}

// place returns the row for a place.
func (w *writer) place(observation int64, n int, p *linkcheck.Place, url string) ([]any, error) {
	file, err := w.id("file", "name", shown(p.File))
	if err != nil {
		return nil, err
	}
	text := shown(p.Text)
	if isSecret(url) {
		text = shown(url) // entities or line breaks may hide a password in the text
	}
	row := []any{observation, n, file, p.Offset, p.Line, p.Column, text, nil, "", extract.NoBase.String()}
	if p.Base.From != extract.NoBase {
		id, err := w.id("url", "text", shown(p.Base.URL.Redacted()))
		if err != nil {
			return nil, err
		}
		row[7], row[8], row[9] = id, p.Base.URL.Edition().Name(), p.Base.From.String()
	}
	return row, nil
}

// id returns the id of a text in a table that has each text once.
func (w *writer) id(table, column, text string) (int64, error) {
	key := [2]string{table, text}
	if id, ok := w.ids[key]; ok {
		return id, nil
	}
	// The update changes nothing, but makes an existing row return its id.
	id, err := w.scan(`INSERT INTO `+table+` (`+column+`) VALUES (?) ON CONFLICT DO UPDATE SET `+column+` = `+column+` RETURNING id`, text)
	w.ids[key] = id
	return id, err
}

// secret reports whether a password is removed when an entry is written.
func (e *entry) secret() bool {
	if isSecret(e.result.URL) || isSecret(e.result.Final) {
		return true
	}
	for i := range e.links {
		if isSecret(e.links[i].URL) || isSecret(e.links[i].Place.Base.URL.String()) {
			return true
		}
	}
	return false
}
