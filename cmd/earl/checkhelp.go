package main

// checkExample are the examples in the help of check.
const checkExample = `  earl check README.md docs/
  earl check -r --exclude '/archive/' https://example.com/docs/
  earl check --serve public/ --base https://example.com/
  earl extract --urls . | earl normalize --uniq | earl check -
  earl check --format junit -o report.xml https://example.com/sitemap.xml`

// checkLong are the details in the help of check.
const checkLong = `Inputs
  A FILE is text, mail, a mailbox, HTML, SVG or Markdown. check recognizes the
  type by its name or content; --type sets it. Compressed files and the formats
  that extract reads are unpacked. In a DIR, check reads every file except .git
  and the files that .gitignore or .earlignore exclude; --extensions and
  --exclude-path exclude more. Patterns such as 'docs/**/*.md' work even if the
  shell does not expand them. If each line of stdin (-) is one URL, check
  checks the lines unchanged. Otherwise it searches the text for URLs. It
  also checks the URLs in a sitemap, a sitemap index or robots.txt, as a file
  or a URL. --dump prints the links, and --dump-inputs prints the inputs,
  without checking them.
  In HTML, check checks the links in markup, not URLs in text, comments or
  preconnect hints. --include-verbatim also checks the code in Markdown. Links
  with a placeholder of a template, such as {{name}}, are skipped.

What is checked
  Each URL is opened once, by any scheme that earl opens. --depth sets how far
  check goes:
    parse    read each URL
    resolve  resolve references and apply the guards; send nothing
    connect  connect to each host
    exists   request each object, and look for the fragment in it (the default)
    content  read each object to its end
  check only retrieves; it never changes anything on a server. For a URL
  argument it checks only this URL. With -r it also reads the pages, menus and
  directories below the URL and checks their links, as far as robots.txt
  allows. It opens a private address only if its host and port are on the
  command line, or if --allow-net allows it.

Files of a site
  A relative reference in a file is resolved against the file, or --base.
  These flags find files as the web server of the site does:
    --root-dir DIR       "/a" is a file below DIR (default: the repository)
    --index index.html   a directory needs one of these files
    --fallback-ext html  "about" is about.html if there is no file about
  --serve DIR starts a server on 127.0.0.1 for the directory of a built site,
  during the check. It serves index.html, about.html for "about", 404.html,
  and _redirects in the format of Netlify. URLs below --base are opened from
  this server. --remap 'REGEX REPLACEMENT' replaces URLs before they are
  opened. --unwrap opens the URL inside one that another service rewrote,
  such as Outlook SafeLinks, a search engine, an archive or a proxy.

Fragments
  A fragment must be an id in HTML or SVG, the NAME of an A element, or a
  heading. --slugs sets how the anchors of Markdown headings are made. auto
  accepts the anchors of the programs whose files are in the repository
  (mkdocs.yml, _config.yml for kramdown, .gitlab-ci.yml, _quarto.yml or
  _bookdown.yml for Pandoc, .github), or of all programs if there is no such
  file. {#id} is also accepted. Fragments that scripts make, such as #L10 on
  GitHub, are not checked; for #L10 of a file, the file must have ten lines.
  --include-fragments also searches the page for the text of #:~:text=word.

Requests
  check sends HEAD to http servers, then GET if HEAD fails or check needs the
  page. With --method GET it sends no HEAD. --retry sets how often it retries
  after a temporary error (a timeout, a reset, 408, 429, and most statuses
  from 500 on). A status outside of --accept, 200..=299, is a problem.
  Credentials of --header, --cookie and --user go only to the hosts of URLs on
  the command line. For other hosts use --basic-auth, --netrc, or
  [host."NAME"] in the configuration file.

Blocked and lost pages
  If a server sends a challenge (Cloudflare, DataDome, Akamai and others), or
  403, 405 or 429 for a GET, the link is "blocked". check never tries to
  bypass a challenge.
  With --depth content, a page that says that it does not exist is "soft-404".
  So is a page that the server also sends for a URL that cannot exist; check
  requests such URLs in at most 20 directories of a server. The page of a
  domain that is for sale or expired is "parked".

Results
  The report has a line for each place of a link with a problem or a warning:
    file:line:column: link: status: message
  After a relative link, its URL follows in angle brackets. A problem has the
  status invalid, unknown-scheme, relative, refused, not-found, no-fragment,
  no-connection, timed-out, broken, login, failed, soft-404 or parked. A
  warning is a permanent redirect, a text that is not a URL but that browsers
  repair, or blocked. --strict counts warnings as problems.
  --db stores the results in an SQLite file. Then check continues after an
  interruption, --since skips URLs that were OK recently, and, with --depth
  content, check reports pages whose text has changed.

Reports
  --format is one of:
    text      a line for each place, then totals by severity and status
    jsonl     an object for each URL, then an object with the totals
    junit     a test for each place; problems fail, warnings are in system-out
    sarif     SARIF 2.1.0, for code scanning
    markdown  totals, a table of problems and a table of warnings
    github    workflow commands, shown at the lines of a pull request
    gitlab    a code quality report, shown at the lines of a merge request
    csv       a row for each place
    html      one page that loads nothing else
  --report FORMAT=FILE writes one more report in the same run, such as
  --report markdown=$GITHUB_STEP_SUMMARY. compact and detailed mean text,
  json means jsonl.

Only new problems
  --baseline FILE reads an earlier report of --json. A problem with the same
  file, text and status in FILE is known: it is counted, but the check does
  not fail. Problems of FILE that are gone are listed, so that you can write a
  new baseline.
  --only-changed RANGE checks only links on lines that "git diff RANGE" adds or
  changes, such as origin/main...HEAD, and all lines of new and renamed files.
  The new side of the range must be checked out. A change can remove a heading
  to which other files link; run a full check to find such links. Links on
  stdin and URL arguments are always checked.

Copies in an archive
  --archive asks a Memento TimeGate (RFC 7089) for a copy of each broken link.
  It takes the copy nearest to the date of the document: the date of its last
  commit, its file or its page. --fix replaces the link in the file by the
  copy. The archive receives the URLs of broken links, but never a URL with a
  login, and URLs of private hosts only if the archive is on a private host.
  --archive=URL sets another TimeGate. If an archive does not respond, this is
  not a problem.

Configuration
  The file earl.toml of the project can set flags in a table [check]:
    [check]
    exclude = ["/drafts/"]
  It cannot allow what is refused by default. See "earl help config".

Exit status
  0  no problems
  1  a link has a problem
  2  the command line is wrong, an input cannot be read, there are no links
     (--allow-empty makes that 0), or the report cannot be written`
