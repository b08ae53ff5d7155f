package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/editions"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/linkcheck"
)

// Last implements linkcheck.Store. If the newest check did not read the content, because
// the server was down or the check needed less, then type, size, digest, shape and title
// are those of the newest check that did. So one day without a response does not erase
// what the URL meant.
func (m *Store) Last(ctx context.Context, url string) (linkcheck.Observation, bool, error) {
	key := shown(url)
	last, err := scanObservation(m.queries.last.QueryRowContext(ctx, key, m.run.after))
	if old := earl.Redact(url); errors.Is(err, sql.ErrNoRows) && old != key { // of a check that stored tokens
		key = old
		last, err = scanObservation(m.queries.last.QueryRowContext(ctx, key, m.run.after))
	}
	if errors.Is(err, sql.ErrNoRows) {
		return last, false, nil
	}
	if err != nil || last.Digest != "" {
		return last, err == nil, explain(m.path, err)
	}
	read, err := scanObservation(m.queries.lastRead.QueryRowContext(ctx, key, m.run.after))
	if errors.Is(err, sql.ErrNoRows) {
		return last, true, nil
	}
	last.Type, last.Size, last.Digest, last.Shape, last.Title = read.Type, read.Size, read.Digest, read.Shape, read.Title
	return last, err == nil, explain(m.path, err)
}

// A scanner is a row of a query.
type scanner interface{ Scan(to ...any) error }

// scanObservation reads a row.
func scanObservation(row scanner) (linkcheck.Observation, error) {
	var (
		o      linkcheck.Observation
		when   sql.NullString
		status string
		size   sql.NullInt64
	)
	if err := row.Scan(&o.URL, &when, &status, &o.Final, &o.Type, &size, &o.Digest, &o.Shape, &o.Title); err != nil {
		return o, err
	}
	var err error
	o.Time, o.Status, o.Size, err = decode(when, status, size)
	return o, err
}

// decode returns the values of three columns.
func decode(when sql.NullString, status string, size sql.NullInt64) (t time.Time, s linkcheck.Status, n int64, err error) {
	if t, err = textTime(when.String); err != nil {
		return
	}
	s, ok := linkcheck.ParseStatus(status)
	if !ok {
		return t, s, n, fmt.Errorf("%w: status %q", ErrVersion, status)
	}
	if n = -1; size.Valid {
		n = size.Int64
	}
	return t, s, n, nil
}

// Done implements linkcheck.Store. It returns nothing for a URL with a password: without
// the password, neither the URL nor the links of its page could be opened again.
func (m *Store) Done(ctx context.Context, url string) (linkcheck.Result, []linkcheck.Link, bool, error) {
	if isSecret(url) {
		return linkcheck.Result{}, nil, false, nil
	}
	if e, ok := m.held(url); ok {
		return e.result, e.links, true, nil
	}
	if !m.resumed {
		return linkcheck.Result{}, nil, false, nil // the caller already knows all results of a new run
	}
	r, links, err := m.read(ctx, url) // no other program writes this run
	if errors.Is(err, sql.ErrNoRows) {
		return r, nil, false, nil
	}
	return r, links, err == nil, explain(m.path, err)
}

// read returns the result for a URL in this run from the file.
func (m *Store) read(ctx context.Context, url string) (r linkcheck.Result, links []linkcheck.Link, err error) {
	var (
		id           int64
		when         sql.NullString
		status, hops string
		size, before sql.NullInt64
	)
	err = m.queries.observed.QueryRowContext(ctx, url, m.run.id).Scan(&id, &r.URL, &when, &r.Took, &status, &r.Message, &r.Section, &hops,
		&r.Final, &r.Type, &size, &r.Digest, &r.Shape, &r.Title, &r.Anchors, &before)
	if err != nil {
		return r, nil, err
	}
	if r.Time, r.Status, r.Size, err = decode(when, status, size); err != nil {
		return r, nil, err
	}
	if r.Hops, err = readHops(hops); err != nil {
		return r, nil, err
	}
	if before.Valid {
		last, _, err := m.Last(ctx, url)
		if err != nil {
			return r, nil, err
		}
		r.Before = &last
	}
	places, err := readLinks(ctx, m.queries.places, id)
	if err != nil {
		return r, nil, err
	}
	for _, p := range places {
		r.Places = append(r.Places, p.Place)
	}
	links, err = readLinks(ctx, m.queries.links, id)
	return r, links, err
}

// readHops reads the redirects.
func readHops(text string) (hops []linkcheck.Hop, err error) {
	var list [][2]any
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return nil, err
	}
	for _, h := range list {
		to, _ := h[0].(string)
		permanent, _ := h[1].(bool)
		hops = append(hops, linkcheck.Hop{To: to, Permanent: permanent})
	}
	return hops, nil
}

// readLinks reads the rows of links, or of places, which have no URL.
func readLinks(ctx context.Context, query *sql.Stmt, observation int64) (links []linkcheck.Link, err error) {
	rows, err := query.QueryContext(ctx, observation)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var (
			l             linkcheck.Link
			text          sql.NullString
			edition, from string
		)
		p := &l.Place
		if err := rows.Scan(&p.File, &p.Offset, &p.Line, &p.Column, &p.Text, &text, &edition, &from, &l.URL); err != nil {
			return nil, err
		}
		if p.Base, err = readBase(text.String, edition, from); err != nil {
			return nil, err
		}
		links = append(links, l)
	}
	return links, rows.Err()
}

// readBase returns the base in three columns.
func readBase(text, edition, from string) (extract.Base, error) {
	for s := extract.NoBase; s <= extract.FromEmbedded; s++ {
		if s.String() != from {
			continue
		}
		if s == extract.NoBase {
			return extract.Base{}, nil
		}
		e, ok := editions.ByName(edition)
		if !ok {
			return extract.Base{}, fmt.Errorf("%w: edition %q", ErrVersion, edition)
		}
		u, err := e.Parse(text)
		return extract.Base{URL: u, From: s}, err
	}
	return extract.Base{}, fmt.Errorf("%w: base from %q", ErrVersion, from)
}
