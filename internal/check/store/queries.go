package store

import (
	"context"
	"database/sql"
)

// selectObservation begins a query whose rows scanObservation reads.
const selectObservation = `SELECT u.text, o.time, o.status, o.final, o.type, o.size, o.digest, o.shape, o.title
	FROM observation o JOIN url u ON u.id = o.url`

// The queries that a check makes for each URL.
const (
	selectBefore   = selectObservation + ` WHERE o.url = (SELECT id FROM url WHERE text = ?) AND o.id <= ?`
	selectLast     = selectBefore + ` ORDER BY o.id DESC LIMIT 1`
	selectLastRead = selectBefore + ` AND o.digest <> '' ORDER BY o.id DESC LIMIT 1`
	selectObserved = `SELECT o.id, u.text, o.time, o.took, o.status, o.message, o.section, o.hops, o.final, o.type, o.size, o.digest, o.shape, o.title, o.anchors, o.before
		FROM observation o JOIN url u ON u.id = o.url WHERE u.text = ? AND o.run = ? AND NOT o.secret`

	selectWhere  = `SELECT f.name, p.offset, p.line, p."column", p.text, b.text, p.base_edition, p.base_from`
	joinWhere    = ` JOIN file f ON f.id = p.file LEFT JOIN url b ON b.id = p.base`
	orderWhere   = ` WHERE p.observation = ? ORDER BY p.n`
	selectPlaces = selectWhere + `, '' FROM place p` + joinWhere + orderWhere
	selectLinks  = selectWhere + `, u.text FROM link p` + joinWhere + ` JOIN url u ON u.id = p.url` + orderWhere
)

// The prepared queries. They are closed with the database.
type queries struct{ last, lastRead, observed, places, links *sql.Stmt }

// prepare prepares them.
func (q *queries) prepare(ctx context.Context, db *sql.DB) error {
	for _, p := range [...]struct {
		to    **sql.Stmt
		query string
	}{
		{&q.last, selectLast}, {&q.lastRead, selectLastRead}, {&q.observed, selectObserved}, {&q.places, selectPlaces}, {&q.links, selectLinks},
	} {
		s, err := db.PrepareContext(ctx, p.query)
		if err != nil {
			return err
		}
		*p.to = s
	}
	return nil
}
