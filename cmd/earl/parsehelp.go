package main

// parseExample are the examples in the help of parse.
const parseExample = `  earl parse 'ftp://myname@host.dom/%2Fetc/motd;type=a'
  earl parse --json -e auto 'http://example.com/sp ace'
  earl parse --base http://a/b/c/d '../g?y#s'
  earl parse -g '{host} {default:port}' https://example.com/
  earl parse -s host=example.com --qtrim 'utm_*' 'http://h/?a&utm_x=1'`

// parseHelp are the details in the help of parse.
const parseHelp = `parse reads each text by one edition of the standard. For a URL in an argument it
prints the components. For a URL in a list it prints one line. --json prints one
object per line for both.

The exit status is 0 if every text is a URL, and 1 if a text is not a URL or cannot
be changed as requested.

LISTS

Without arguments, or for "-", parse reads URLs from stdin, one per line. It removes
a byte order mark, carriage returns, and blanks around a URL. It skips empty lines.
With --skip-comments it also skips lines that begin with "#". With --input lines,
each line is one text, even an empty line. With --input jsonl, each line is an
object such as {"input": "../g", "base": "http://a/b"}; "base" is optional.

--rows prints exactly one line for each line of the list, in order. If a line is not
a valid URL, the output line is empty; with -g, every component is empty.

ERRORS

On a terminal, parse draws each text that is not valid, with its first hundred
violations. Otherwise, or with --format short, it prints one line for each rule that
a text breaks, with the first position:

    FILE:LINE:COLUMN: RULE: MESSAGE
    earl: "TEXT": character N: RULE: MESSAGE     (for an argument)

Columns count bytes of the line from 1. In JSON, offsets count bytes from 0.

CHANGES

The options have the names and meanings of trurl's options. They apply in this
order: --redirect, --set, --iterate, --append path, --qtrim, --replace, --append
query, --sort-query. The result is one line in normal form: parse decodes escapes
that are not needed, removes dot segments and default ports, and writes an empty
path as "/". --keep-port keeps the port, and --as-written keeps all of the text.

The components are url, scheme, user, password, host, port, path, params (only
with -e draft1996), query and fragment.

--set NAME=DATA escapes DATA, including each "%". NAME:=TEXT sets text that already
has its escapes. NAME?=DATA and NAME?:=TEXT set a component only if it is missing or
empty. An empty value removes the component. Names of query pairs are decoded before
they are compared, and upper and lower case differ; "+" is a space. Without a URL,
--set makes a URL from url, or from scheme and host; then write "-" to read stdin.

--punycode prints hosts in ASCII, and --as-idn prints them in Unicode. Both accept
hosts in Unicode under every edition.

FORMATS

-g prints FORMAT with each {component} decoded. A missing component is empty.
If FORMAT has a "[" before its first "{", components are written [component].
Control characters stay escaped. These names can come before the component, in any
order:

    :         with its escapes; also url:
    must:     a missing component is an error
    strict:   a control character is an error
    default:  the port of the scheme if the URL has none
    puny:     the host in ASCII
    idn:      the host in Unicode

{query:NAME} is the first value of NAME in the query, and {query-all:NAME} is all of
its values with spaces between them. {options} is the text after ";" in the login
of an imap URL. {zoneid} is always empty. \n, \t, \r and \\ are a line feed, a
tab, a carriage return and a backslash. To print a special character, double it or
write a backslash before it.

The page "trurl" of the guide in "earl serve" lists the differences from trurl.`
