package main

// parseExample are the examples in the help of parse.
const parseExample = `  earl parse 'ftp://myname@host.dom/%2Fetc/motd;type=a'
  earl parse --json -e auto 'http://example.com/sp ace'
  earl parse --base http://a/b/c/d '../g?y#s'
  earl parse -g '{host} {default:port}' https://example.com/
  earl parse -s host=example.com --qtrim 'utm_*' 'http://h/?a&utm_x=1'`

// parseHelp are the details in the help of parse.
const parseHelp = `Each text is read by one edition of the standard. A URL given as an argument is
printed with its components, a URL from a list as one line. --json prints one
object per line for both.

The exit status is 0 if every text is a URL, and 1 if one is not or cannot be
changed as requested.

LISTS

Without arguments, or for "-", URLs come from stdin, one per line. A byte order
mark, carriage returns and blanks around a URL are removed; empty lines are
skipped. With --skip-comments, lines that begin with "#" are skipped too. With
--input lines, each line is one text, an empty line too. With --input jsonl, each
line is an object such as {"input": "../g", "base": "http://a/b"}; "base" is
optional.

--rows prints exactly one line for each line of the list, in order. The line is
empty if there is no valid URL; with -g, every component is empty.

ERRORS

On a terminal, each text that is not valid is drawn with its first hundred
violations. Otherwise, or with --format short, each rule that a text breaks is
one line, at its first position:

    FILE:LINE:COLUMN: RULE: MESSAGE
    earl: "TEXT": character N: RULE: MESSAGE     (for an argument)

Columns count bytes of the line from 1. In JSON, offsets count bytes from 0.

CHANGES

The options have the names and meanings of trurl's. They work in this order:
--redirect, --set, --iterate, --append path, --qtrim, --replace, --append query,
--sort-query. The result is one line in normal form: escapes that are not needed
are decoded, dot segments and default ports are removed, an empty path becomes
"/". --keep-port keeps the port, --as-written keeps all of the text.

The components are url, scheme, user, password, host, port, path, params (only
with -e draft1996), query and fragment.

--set NAME=DATA escapes DATA, also each "%". NAME:=TEXT sets text that has its
escapes. NAME?=DATA and NAME?:=TEXT set a component that is missing or empty. An
empty value removes the component. Names of query pairs are compared decoded and
with their case; "+" is a space. Without a URL, --set makes one from url, or from
scheme and host; then write "-" to read stdin.

--punycode prints hosts in ASCII and --as-idn in Unicode. Both read a host in
Unicode under every edition.

FORMATS

-g prints FORMAT with each {component} decoded; a missing component is empty.
[component] is the same if the first bracket comes before the first brace.
Control characters stay escaped. Names that can come before the component, in
any order:

    :         with its escapes; also url:
    must:     a missing component is an error
    strict:   a control character is an error
    default:  the port of the scheme if the URL has none
    puny:     the host in ASCII
    idn:      the host in Unicode

{query:NAME} is the first value of a name in the query, {query-all:NAME} all of
its values with spaces between them. {options} is the text after ";" in the login
of an imap URL; {zoneid} is always empty. \n, \t, \r and \\ are a line feed, a
tab, a carriage return and a backslash. A doubled character, or one after a
backslash, is printed as it is.

The page "trurl" of the guide ("earl serve") lists what differs from trurl.`
