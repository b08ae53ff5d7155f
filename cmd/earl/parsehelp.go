package main

// parseHelp is the long help of parse.
const parseHelp = `Read each URL by one edition of the standard. A URL of the command line is shown
with its parts, one of stdin as it is, a line each; --json writes one object a
line for both. What is not valid goes to stderr with its violations, the first
hundred: where each stands, the rule, and its section.

With --base each text is a reference: a URL or a relative form, perhaps with a
fragment. What is shown is the URL that it means.

The exit status is 0 if all are valid, 1 if some are not or cannot be changed as
asked.

CHANGING URLS

The words are those of trurl, and are done in this order: --redirect, --set,
--iterate, --append path, --qtrim, --replace, --append query, --sort-query. Then
the URL is printed alone, without its parts. What a component cannot hold by the
edition is an error of that URL. The components are url, scheme, user, password,
host, port, path, params (draft1996 alone has them), query and fragment.

--set NAME=DATA escapes what cannot stand plain, and each "%"; NAME:=TEXT is for
a value that has its escapes already; NAME?=DATA and NAME?:=TEXT set what is not
there yet; an empty value takes the component away. Names of pairs are compared
decoded, "+" is a space, and capitals count. Without a URL one is made of what
is set, if that is the url or the scheme and the host: name "-" to have stdin
read all the same.

FORMATS

-g prints its text with each {component} decoded, but for the escapes of control
characters, and each that is not there as nothing. [component] does the same
where the first such sign is a bracket. Before the name may stand, in any order:

    :         as it is written; also url:
    must:     that there is none is an error of that URL
    strict:   so is a control character
    default:  the port of the scheme, where none is written; also in the url
    puny:     the host in ASCII; also in the url
    idn:      the host in Unicode; also in the url

{query:NAME} is the first value of a name in the query, {query-all:NAME} are all
of them with a space between. A sign that is written twice, or behind a
backslash, stands for itself, and so do

    \n \t \r \\   for a line feed, a tab, a carriage return and a backslash.

DIFFERENCES FROM TRURL

- No scheme is guessed: "example.com" is not a URL. Every scheme is read, with
  "//" or without (mailto, news), by its own rules; none is refused as unknown.
- What is read is printed as it is written, without a slash for an empty path.
  "earl normalize" takes back escapes, dot segments and default ports; -e whatwg
  rewrites as a browser does, gives IPv4 and IPv6 addresses their one form, and
  drops default ports whatever --keep-port says.
- What follows ";" is part of what it stands in: of an ftp path (;type=a), of a
  user or password. So there is no component options; no edition has a zoneid.
- Octets outside US-ASCII, in a host too, are valid under -e whatwg alone.
- A line may have any length. Lines of stdin are read as they are; those of -f
  lose blanks at their end, and empty ones are left out.
- "?" at the start of a query that is set, and "#" of a fragment, are escaped as
  data; "=" and "&" are not. --append query writes a space as %20. --sort-query
  keeps the order of pairs with one name.
- A control character that a format would decode stays an escape.
- --json writes an object a line, its components as they are written. An edit
  that fails stands there as "edit" and "editViolations".
- A URL that is not valid makes the exit status 1, with --verify or without;
  --verify reads no further. There is no --curl.`
