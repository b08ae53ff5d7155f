-- The database of a link checker: which URLs were checked, when, and with which
-- result. Any SQLite tool can read this file while checks run:
--
--   SELECT * FROM broken;                             links that do not work now, and their positions
--   SELECT * FROM changed ORDER BY time;              URLs whose content has changed
--   SELECT * FROM current WHERE url LIKE 'ftp:%';     the newest check of each URL
--   SELECT * FROM history WHERE url = 'http://...';   every check of one URL
--
-- Times are in UTC, so sorting the texts sorts the times. URLs have no passwords.
-- NULL means unknown.

-- A run of a check.
CREATE TABLE run (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	targets TEXT NOT NULL,    -- inputs and settings: a JSON array
	started TEXT NOT NULL,
	ended   TEXT,             -- NULL while it runs, or if it was killed
	after   INTEGER NOT NULL  -- the newest observation from before it, 0 for none
) STRICT;

-- A URL, or a text in the place of one. Each text has one row.
CREATE TABLE url (
	id   INTEGER PRIMARY KEY,
	text TEXT NOT NULL UNIQUE
) STRICT;

-- A file or a page that contains URLs.
CREATE TABLE file (
	id   INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE
) STRICT;

-- One check of a URL, in one run.
CREATE TABLE observation (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	run     INTEGER NOT NULL REFERENCES run,
	url     INTEGER NOT NULL REFERENCES url,
	time    TEXT,                -- when it was opened
	took    INTEGER NOT NULL,    -- until the result was known, in nanoseconds
	status  TEXT NOT NULL,       -- such as ok, changed or not-found
	message TEXT NOT NULL,       -- the reason
	section TEXT NOT NULL,       -- the section of a standard for the message
	hops    TEXT NOT NULL,       -- the redirects in order: a JSON array of [URL, whether it is permanent]
	final   TEXT NOT NULL,       -- the URL after all redirects; '' if it was not opened
	type    TEXT NOT NULL,       -- the media type; '' if unknown
	size    INTEGER,             -- in bytes
	digest  TEXT NOT NULL,       -- of the content; '' if it was not read
	shape   TEXT NOT NULL,       -- the digest of the text without dates and counters
	title   TEXT NOT NULL,
	before  INTEGER REFERENCES observation, -- the earlier check that the result is compared with
	anchors BLOB,                -- the places in a page, for resuming the run; NULL when it has ended
	secret  INTEGER NOT NULL,    -- whether a password was removed, so that a resumed run checks again
	UNIQUE (url, run)
) STRICT;
CREATE INDEX observation_run ON observation (run);

-- The position of the URL of an observation in a document.
CREATE TABLE place (
	observation INTEGER NOT NULL REFERENCES observation,
	n       INTEGER NOT NULL,    -- from 0
	file    INTEGER NOT NULL REFERENCES file,
	offset  INTEGER NOT NULL,    -- in bytes from 0
	line    INTEGER NOT NULL,    -- from 1
	"column" INTEGER NOT NULL,   -- in bytes from 1
	text    TEXT NOT NULL,       -- unchanged
	base    INTEGER REFERENCES url, -- the base that it was resolved against
	base_edition TEXT NOT NULL,
	base_from    TEXT NOT NULL,  -- the origin of the base, such as embedded or retrieval
	PRIMARY KEY (observation, n)
) STRICT, WITHOUT ROWID;

-- The links in the content of an observation.
CREATE TABLE link (
	observation INTEGER NOT NULL REFERENCES observation,
	n       INTEGER NOT NULL,
	file    INTEGER NOT NULL REFERENCES file,
	offset  INTEGER NOT NULL,
	line    INTEGER NOT NULL,
	"column" INTEGER NOT NULL,
	text    TEXT NOT NULL,
	base    INTEGER REFERENCES url,
	base_edition TEXT NOT NULL,
	base_from    TEXT NOT NULL,
	url     INTEGER NOT NULL REFERENCES url, -- its target, with the fragment
	PRIMARY KEY (observation, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX link_url ON link (url);

-- Every check of every URL.
CREATE VIEW history AS
SELECT u.text AS url, o.time, o.status, o.message, o.final, o.type, o.size, o.digest, o.title, o.run, o.id AS observation
FROM observation o JOIN url u ON u.id = o.url;

-- The newest check of each URL.
CREATE VIEW current AS
SELECT h.* FROM history h
JOIN (SELECT max(id) AS id FROM observation GROUP BY url) newest ON newest.id = h.observation;

-- The checks that found another content than before, with the earlier values.
CREATE VIEW changed AS
SELECT u.text AS url, o.time, b.time AS before, o.title, b.title AS title_before, o.type, b.type AS type_before,
	o.size, b.size AS size_before, o.final, b.final AS final_before, o.run, o.id AS observation
FROM observation o JOIN url u ON u.id = o.url LEFT JOIN observation b ON b.id = o.before
WHERE o.status = 'changed';

-- The links that do not work now: a row for each position.
CREATE VIEW broken AS
SELECT c.url, c.status, c.message, c.time, f.name AS file, p.line, p."column", p.text
FROM current c LEFT JOIN place p ON p.observation = c.observation LEFT JOIN file f ON f.id = p.file
WHERE c.status NOT IN ('ok', 'redirected', 'changed', 'skipped', 'repaired', 'blocked');
