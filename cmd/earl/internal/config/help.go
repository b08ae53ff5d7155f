package config

import (
	"fmt"
	"strings"
)

// Example is a configuration file with every kind of setting.
const Example = `# Flags of get and ls, by their names: a string, a number, true or false, or
# a list if the flag may be repeated.
edition = "rfc3986"
retry = 3
max-time = "10m"
limit-rate = "2M"
parallel = true            # with -O and -R
email = "me@example.org"   # the password of anonymous ftp
news-server = "news.example.org"
mailer = "mutt"
mail = ["~/Maildir"]        # where the messages of mid URLs are
netrc = false

# Proxies by scheme. "all" is not used for ftps, gophers, nntps, ldaps,
# gemini, sftp, imap, imaps, pop and pops. Files, messages, addresses,
# sessions and data have no proxy. SOCKS is for http and https.
[proxy]
ftp = "http://proxy.example.org:3128"
no-proxy = "localhost, .example.org, 10.0.0.0/8"

# Open the URLs of a scheme through a gateway: {url} is the URL, {rest} the
# text after its scheme and "//", {host} and {port} are its host and port.
# With "+" before the name, reserved characters are not escaped.
[gateway]
wais = "http://gateway.example.org:8001/{+rest}"

# Settings for one host, or one "host:port".
[host."ftp.example.org"]
user = "me"                # the login of an ftp URL without one
netrc = true               # logins from .netrc
tls = true                 # AUTH TLS before the login
utf8 = true                # OPTS UTF8 ON
null-cwd = "stay"
email = "guest@example.org"
limit-rate = "500k"
connections = 2            # at most this many connections
header = ["X-Site: docs"]  # added to http requests

# Flags of check, by their names.
[check]
allow-net = ["10.0.0.0/8"]
`

// ProjectExample is a project's configuration file.
const ProjectExample = `[check]
exclude = ["/drafts/", "^ftp:"]   # like --exclude twice
root-dir = "public"               # relative to this file
slugs = "mkdocs"

[check.host."slow.example.org"]   # or "host:port"
rate = 0.5                        # requests per second
max-per-host = 1
header = ["Accept: text/html"]
`

// Help returns the text of the help topic "config".
func Help() string {
	return fmt.Sprintf(`earl takes each setting from the first of these places that has it:

    1. the command line
    2. the environment
    3. the configuration file: first its section for the host, then the rest
    4. the default

THE FILE

The configuration file is $XDG_CONFIG_HOME/earl/config.toml (by default
~/.config/earl/config.toml), on Windows %%AppData%%\earl\config.toml, on macOS
~/Library/Application Support/earl/config.toml. --config FILE reads another file,
and --no-config reads no file. The format is TOML. An unknown key is an error.
Example:

%s
The keys for flags are %s.

THE PROJECT

check also reads the file earl.toml of a project. It looks in the working directory
and, in a repository, in the directories above it up to the root of the repository.
earl.toml comes before the user's file; lists of both files are joined. With
--config or --no-config, check does not read it. Example:

%s
Anyone may have written the file of a project. So it cannot run programs, write
files, send credentials or allow what is refused by default. It can contain only
the table check, with these flags: %s.

A file .earlignore lists files of its directory that check and extract do not read,
in the syntax of .gitignore.

THE ENVIRONMENT

    http_proxy, ftp_proxy ...  the http proxy for a scheme
    all_proxy                  the http proxy for all schemes
    no_proxy                   hosts without a proxy, "*" for all
    WWW_scheme_GATEWAY         the URL of a gateway; the text after the scheme
                               and "//" is appended to it, as in libwww
    NNTPSERVER                 the news server

The names of the proxy variables can be in lower or upper case; lower case comes
first. HTTP_PROXY is ignored in CGI programs (if REQUEST_METHOD is set), because
there a client can set it. Proxies from the environment are not used for localhost.

A proxy or a gateway does not receive passwords. It sees everything else, and it
chooses which address it opens: the guards only check the address of the proxy.

NETRC

With --netrc, --netrc-file, or netrc = true in the file, earl takes logins from
.netrc: for ftp always, for other schemes when the server requests a login. A
password in the URL comes first. "default" is only for hosts on the command line. A
login is sent only to its machine, also after redirects.`, indented(Example), wrapped("The keys for flags are ", Keys),
		indented(ProjectExample), wrapped("the table check, with these flags: ", ProjectKeys))
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
