package main

// checkExample are the examples in the help of check.
const checkExample = `  earl check README.md docs/
  earl check -r --exclude '/archive/' https://example.com/docs/
  earl check --serve public/ --base https://example.com/
  earl extract --urls . | earl normalize --uniq | earl check -
  earl check --format junit -o report.xml https://example.com/sitemap.xml`

// checkLong are the details in the help of check.
const checkLong = `Inputs
  A FILE is text, mail, a mailbox, HTML, SVG or Markdown, by its name or
  content (--type). Compressed files and the formats that extract knows are
  unpacked. In a DIR every file is read except .git and those that .gitignore
  or .earlignore name; --extensions and --exclude-path leave out more.
  Patterns such as 'docs/**/*.md' work where no shell expands them. On stdin
  (-), lines that are each one URL are a list, and each line is checked
  unchanged; other text is searched for URLs. A sitemap, a sitemap index or
  robots.txt, as a file or a URL, gives the URLs in it. --dump prints the
  links that would be checked, --dump-inputs the inputs. In HTML the links in
  markup are checked, not text, comments or preconnect hints. The code in
  Markdown is not checked without --include-verbatim. Links with a placeholder
  of a template, such as {{name}}, are skipped.

What is checked
  Each URL is opened once, by any scheme that earl opens. --depth says how
  far:
    parse    read each URL
    resolve  resolve references and apply the guards; nothing is sent
    connect  connect to each host
    exists   ask for each object, and look for the fragment in it (the default)
    content  read each object to its end
  check only retrieves; it never changes anything on a server. A URL argument
  is checked by itself. With -r the pages, menus and directories below it are
  read and their links are checked too, as far as robots.txt allows. A private
  address is opened only if its host and port are on the command line, or with
  --allow-net.

Files of a site
  A relative reference in a file is resolved against the file, or --base.
  These flags find a file as the web server of the site does:
    --root-dir DIR       "/a" is a file below DIR (default: the repository)
    --index index.html   a directory needs one of these files
    --fallback-ext html  "about" is about.html if there is no file about
  --serve DIR starts a server on 127.0.0.1 for the time of the check, for the
  directory of a built site. It serves index.html, "about" as about.html,
  404.html, and _redirects in the format of Netlify. The URLs below --base are
  opened from it. --remap 'REGEX REPLACEMENT' opens other URLs than those in
  the files.

Fragments
  A fragment must be an id in HTML or SVG, the NAME of an A, or a heading.
  Headings of Markdown are named as --slugs says. auto accepts the names of
  those programs whose files are in the repository (mkdocs.yml, _config.yml
  for kramdown, .gitlab-ci.yml, _quarto.yml or _bookdown.yml for Pandoc,
  .github), and of all programs if there is none. {#id} is accepted too.
  Fragments that scripts make, such as #L10 on GitHub, are not checked; #L10 of
  a file needs ten lines in it. The text of #:~:text=word is looked for in the
  page with --include-fragments.

Requests
  http servers are asked by HEAD, and by GET where that fails or the page is
  needed. --method GET sends no HEAD. A failure that may pass (a timeout, a
  reset, 408, 429 and most from 500 on) is retried --retry times.
  --accept replaces the statuses that are no faults, 200..=299.
  Fields of --header with credentials, cookies of --cookie and the login of
  --user go only to the hosts of URLs on the command line. For other hosts
  there are --basic-auth, --netrc and [host."NAME"] in the configuration.

Walls and lost pages
  A challenge of Cloudflare, DataDome, Akamai and others, and 403, 405 or 429
  for a GET, are "blocked". check never tries to pass such a wall.
  With --depth content a page that says that it does not exist is "soft-404".
  So is one that the server also sends for a URL that cannot exist: at most 20
  directories of a server are asked for such a URL. The page of a domain that
  is for sale or expired is "parked".

Results
  The report has a line for each place of a link with a fault or a warning:
    file:line:column: link: status: message
  Of a relative link the URL follows in angle brackets. A fault has the status
  invalid, unknown-scheme, relative, refused, not-found, no-fragment,
  no-connection, timed-out, broken, login, failed, soft-404 or parked. A
  warning is a permanent redirect, a text that only a browser's repair makes a
  URL, or blocked: the server refuses programs such as this one. --strict
  counts warnings as faults. With --db the results are kept in a SQLite file.
  A page whose text has changed is reported (with --depth content), an
  interrupted check continues, and --since skips URLs that were OK recently.

Reports
  --format is one of:
    text      a line for each place, then totals by severity and status
    jsonl     an object for each URL, the last one with the totals
    junit     a test for each place; faults fail, warnings are in system-out
    sarif     SARIF 2.1.0, for code scanning
    markdown  totals, then a table of faults and one of warnings
    github    workflow commands, shown at the lines of a pull request
    csv       a row for each place
    html      one page that loads nothing
  --report FORMAT=FILE writes one more report in the same run, such as
  --report markdown=$GITHUB_STEP_SUMMARY. compact and detailed mean text,
  json means jsonl.

Only what is new
  --baseline FILE takes an earlier report of --json. A fault in it, with the
  same file, text and status, is known: it is counted and does not fail. Faults
  that are gone are named, so that the file can be written again.
  --only-changed RANGE checks only links on lines that "git diff RANGE" adds or
  changes, such as origin/main...HEAD, and all lines of new and renamed files.
  The new side of the range must be checked out. Other files may link to a
  heading that a change removes: run a whole check for these. Links on stdin
  and URL arguments are always checked.

Copies in an archive
  --archive asks a Memento TimeGate (RFC 7089) for a copy of each broken link:
  the one nearest to the date of the document, which is that of its last
  commit, its file or its page. --fix writes the copy into the file. Such URLs
  are sent to the archive; those with a login never are, and those of private
  hosts only to an archive on a private host. --archive=URL names another
  TimeGate. An archive that does not respond is no fault.

Configuration
  earl.toml in the project has values for flags, in a table [check]:
    [check]
    exclude = ["/drafts/"]
  It cannot allow what is refused otherwise. "earl help config" has the
  details.

Exit status
  0  no faults
  1  a link has a fault
  2  the command line is wrong, an input cannot be read, there are no links
     (--allow-empty makes that 0), or the report cannot be written`
