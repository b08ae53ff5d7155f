-- The memory of a link checker: which URLs were looked at, when, and what they
-- answered with. This file may be read with any SQLite tool while checks run:
--
--   SELECT * FROM broken;                             what does not work now, and where it stands
--   SELECT * FROM changed ORDER BY time;              what came to answer with something else
--   SELECT * FROM current WHERE url LIKE 'ftp:%';     the newest look at each URL
--   SELECT * FROM history WHERE url = 'http://...';   every look at one
--
-- Times are UTC, so that their order is that of their texts. URLs are written
-- without passwords. NULL is what is not known.

-- A run of a check.
CREATE TABLE run (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	targets TEXT NOT NULL,    -- what it was asked to check, and how: a JSON array
	started TEXT NOT NULL,
	ended   TEXT,             -- NULL while it runs, and of one that was killed
	after   INTEGER NOT NULL  -- the newest observation from before it, 0 for none
) STRICT;

-- A URL, or what stood in the place of one, once for all that names it.
CREATE TABLE url (
	id   INTEGER PRIMARY KEY,
	text TEXT NOT NULL UNIQUE
) STRICT;

-- A file or a page in which URLs stand.
CREATE TABLE file (
	id   INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE
) STRICT;

-- One look at a URL, in one run.
CREATE TABLE observation (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	run     INTEGER NOT NULL REFERENCES run,
	url     INTEGER NOT NULL REFERENCES url,
	time    TEXT,                -- when it was opened
	took    INTEGER NOT NULL,    -- until it was judged, in nanoseconds
	status  TEXT NOT NULL,       -- such as ok, changed or not-found
	message TEXT NOT NULL,       -- why
	section TEXT NOT NULL,       -- of the standard that the message goes by
	hops    TEXT NOT NULL,       -- the redirects in order: a JSON array of [URL, whether it is permanent]
	final   TEXT NOT NULL,       -- the URL that it led to in the end; '' where it was not opened
	type    TEXT NOT NULL,       -- the media type; '' if unknown
	size    INTEGER,             -- in octets
	digest  TEXT NOT NULL,       -- of the content; '' where it was not read
	shape   TEXT NOT NULL,       -- the digest of the content without what merely dates it
	title   TEXT NOT NULL,
	before  INTEGER REFERENCES observation, -- the look before, where the result goes by one
	anchors BLOB,                -- the places in a page, for a run that goes on: NULL when it has ended
	secret  INTEGER NOT NULL,    -- whether a password was left out, so that a resumed run looks again
	UNIQUE (url, run)
) STRICT;
CREATE INDEX observation_run ON observation (run);

-- Where the URL of an observation stands.
CREATE TABLE place (
	observation INTEGER NOT NULL REFERENCES observation,
	n       INTEGER NOT NULL,    -- from 0
	file    INTEGER NOT NULL REFERENCES file,
	offset  INTEGER NOT NULL,    -- in octets from 0
	line    INTEGER NOT NULL,    -- from 1
	"column" INTEGER NOT NULL,   -- in octets from 1
	text    TEXT NOT NULL,       -- as it stands
	base    INTEGER REFERENCES url, -- what it was resolved against
	base_edition TEXT NOT NULL,
	base_from    TEXT NOT NULL,  -- what named the base, such as embedded or retrieval
	PRIMARY KEY (observation, n)
) STRICT, WITHOUT ROWID;

-- The links of the content that an observation saw.
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
	url     INTEGER NOT NULL REFERENCES url, -- what it leads to, with its fragment
	PRIMARY KEY (observation, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX link_url ON link (url);

-- Every look at every URL.
CREATE VIEW history AS
SELECT u.text AS url, o.time, o.status, o.message, o.final, o.type, o.size, o.digest, o.title, o.run, o.id AS observation
FROM observation o JOIN url u ON u.id = o.url;

-- The newest look at each URL.
CREATE VIEW current AS
SELECT h.* FROM history h
JOIN (SELECT max(id) AS id FROM observation GROUP BY url) newest ON newest.id = h.observation;

-- The looks that saw something else than before, and what the one before saw.
CREATE VIEW changed AS
SELECT u.text AS url, o.time, b.time AS before, o.title, b.title AS title_before, o.type, b.type AS type_before,
	o.size, b.size AS size_before, o.final, b.final AS final_before, o.run, o.id AS observation
FROM observation o JOIN url u ON u.id = o.url LEFT JOIN observation b ON b.id = o.before
WHERE o.status = 'changed';

-- What does not work now: a row for each place where it stands.
CREATE VIEW broken AS
SELECT c.url, c.status, c.message, c.time, f.name AS file, p.line, p."column", p.text
FROM current c LEFT JOIN place p ON p.observation = c.observation LEFT JOIN file f ON f.id = p.file
WHERE c.status NOT IN ('ok', 'redirected', 'changed', 'skipped', 'repaired', 'blocked');
