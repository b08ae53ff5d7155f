package config

import (
	"fmt"
	"strings"
)

// Example is a configuration file with every kind of setting.
const Example = `# Values for flags of get and ls, by the names of the flags: a text, a
# number, true or false, or a list where a flag may be repeated.
edition = "rfc3986"
retry = 3
max-time = "10m"
limit-rate = "2M"
parallel = true            # where documents are saved
email = "me@example.org"   # the password of anonymous ftp
news-server = "news.example.org"
mailer = "mutt"
netrc = false

# By scheme, or "all". A proxy for all is not asked for ftps, gophers and
# nntps, none for file, mailto and telnet. SOCKS is for http and https.
[proxy]
ftp = "http://proxy.example.org:3128"
no-proxy = "localhost, .example.org, 10.0.0.0/8"

# A scheme by way of another URL: {url} stands for the URL, {rest} for what
# is behind its scheme and "//", {host} and {port} for these; with "+" before
# the name reserved characters are not escaped.
[gateway]
wais = "http://gateway.example.org:8001/{+rest}"

# One host, or one "host:port".
[host."ftp.example.org"]
user = "me"                # the login of an ftp URL without one
netrc = true               # and its password from .netrc
tls = true                 # AUTH TLS before the login
utf8 = true                # OPTS UTF8 ON
null-cwd = "stay"
email = "guest@example.org"
limit-rate = "500k"
connections = 2            # transfers from it at a time
header = ["X-Site: docs"]  # fields of http requests to it
`

// Help returns the text of the help topic "config".
func Help() string {
	return fmt.Sprintf(`get and ls take settings from, in this order:

    1. the command line
    2. the environment
    3. the configuration file, first its section for the host
    4. their defaults

THE FILE

It is earl/config.toml in $XDG_CONFIG_HOME, which is ~/.config where nobody says
otherwise; under Windows in %%AppData%%, under macOS in ~/Library/Application
Support. --config names another, --no-config leaves it out. It is TOML; a key that
is not known is an error. An example:

%s
The keys for flags are %s.

THE ENVIRONMENT

    http_proxy, ftp_proxy ...  the http proxy for a scheme
    all_proxy                  the one for all
    no_proxy                   hosts that are opened without, "*" for all
    WWW_scheme_GATEWAY         a URL; what stands behind the scheme and "//" is
                               appended, as in libwww
    NNTPSERVER                 the news server

The names of proxies are read in lower case and else in upper case; HTTP_PROXY
is not read where REQUEST_METHOD is set, since anybody may set it there. This
machine is never asked for by a proxy that the environment names.

A proxy or a gateway is told no password, sees all else, and opens what it likes:
the guards on addresses hold for the proxy itself.

NETRC

--netrc, --netrc-file or netrc = true in the file lets logins come from .netrc:
for ftp before the server asks, else when it asks. The password of a URL comes
first, and "default" is for the hosts of the command line alone. Each login goes
to its machine and nowhere else, wherever a referral leads.`, indented(Example), wrapped(strings.Join(Keys, ", ")))
}

// indented returns the lines with four blanks before each that is not empty.
func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line != "\n" {
			b.WriteString("    ")
		}
		b.WriteString(line)
	}
	return b.String()
}

// wrapped breaks the list of keys into lines.
func wrapped(text string) string {
	var b strings.Builder
	column := len("The keys for flags are ")
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
		case column+1+len(word) > 79:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}
