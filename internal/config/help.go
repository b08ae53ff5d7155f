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

# Proxies by scheme, or for "all" except ftps, gophers and nntps. File,
# mailto and telnet have no proxy. SOCKS is for http and https.
[proxy]
ftp = "http://proxy.example.org:3128"
no-proxy = "localhost, .example.org, 10.0.0.0/8"

# Open a scheme through another URL: {url} is the URL, {rest} the text after
# its scheme and "//", {host} and {port} are its host and port. With "+"
# before the name, reserved characters are not escaped.
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
connections = 2            # at most this many connections to it
header = ["X-Site: docs"]  # fields of http requests to it

# Values for any flag of check.
[check]
allow-net = ["10.0.0.0/8"]
`

// ProjectExample is a project's configuration file.
const ProjectExample = `[check]
exclude = ["/drafts/", "^ftp:"]   # as if --exclude were repeated
root-dir = "public"               # below the directory of the file
slugs = "mkdocs"

[check.host."slow.example.org"]   # or "host:port"
rate = 0.5                        # requests per second
max-per-host = 1
header = ["Accept: text/html"]
`

// Help returns the text of the help topic "config".
func Help() string {
	return fmt.Sprintf(`A setting comes from the first of these that has it:

    1. the command line
    2. the environment
    3. the configuration file, its section for the host first
    4. the default

THE FILE

The configuration file is $XDG_CONFIG_HOME/earl/config.toml (by default
~/.config/earl/config.toml), on Windows %%AppData%%\earl\config.toml, on macOS
~/Library/Application Support/earl/config.toml. --config FILE reads another file,
--no-config reads none. The format is TOML; an unknown key is an error. Example:

%s
The keys for flags are %s.

THE PROJECT

check also reads earl.toml: that of the working directory or, in a repository, of
the nearest directory above up to the repository's. It comes before the user's
file; lists of both are joined. --config and --no-config leave it out. Example:

%s
A project's file comes with a repository, so it cannot run programs, write files,
send credentials or allow what is refused otherwise. It has only the table check,
with these flags: %s.

A file .earlignore, in the syntax of .gitignore, names files of its directory that
check and extract do not read.

THE ENVIRONMENT

    http_proxy, ftp_proxy ...  the http proxy for a scheme
    all_proxy                  the http proxy for all schemes
    no_proxy                   hosts without a proxy, "*" for all
    WWW_scheme_GATEWAY         a URL; the text after the scheme and "//" is
                               appended to it, as libwww does
    NNTPSERVER                 the news server

The names of proxies may be in lower or upper case; lower case comes first.
HTTP_PROXY is ignored in CGI programs (where REQUEST_METHOD is set), because a
client can set it there. Proxies from the environment are not used for localhost.

A proxy or a gateway gets no password. It sees everything else, and it chooses
which address it opens: the guards check the address of the proxy itself.

NETRC

With --netrc, --netrc-file, or netrc = true in the file, logins come from .netrc:
for ftp before the server asks, for other schemes when it asks. A password in the
URL comes first. "default" is only for hosts on the command line. A login goes to
its machine only, also after redirects.`, indented(Example), wrapped("The keys for flags are ", Keys),
		indented(ProjectExample), wrapped("with these flags: ", ProjectKeys))
}

// indented returns text with four spaces before each line that is not empty.
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

// wrapped breaks a list of keys into lines. before is the text before the list.
func wrapped(before string, keys []string) string {
	var b strings.Builder
	column := len(before)
	for i, word := range strings.Fields(strings.Join(keys, ", ")) {
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
