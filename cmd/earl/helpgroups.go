package main

// helpGroups returns the groups of the flags of a command in help, in the order in which
// help prints them. A name that is not a flag of the command is skipped.
func helpGroups(command string) []flagGroup {
	switch command {
	case "get", "ls":
		return getGroups
	case "check":
		return checkGroups
	case "parse":
		return parseGroups
	}
	return nil
}

// getGroups are the groups of get and ls.
var getGroups = []flagGroup{
	{"Common flags", []string{"output", "remote-name", "continue-at", "recursive", "head", "user", "header", "json", "urls",
		"verbose", "silent", "dry-run", "help"}},
	{"Input", []string{"input-file", "edition", "globoff"}},
	{"Output", []string{"output-dir", "create-dirs", "remote-header-name", "force", "range", "compressed", "raw", "time-cond", "timestamping", "max-age",
		"remote-time", "checksum", "dump-header", "write-out", "show-error", "no-progress-meter", "trace", "show-secrets"}},
	{"Copies (-R)", []string{"depth", "accept", "reject", "parent", "span-hosts", "convert-links", "delete", "max-files", "max-dirs"}},
	{"Web archives", []string{"warc-file", "warc-max-size", "warc-dedup", "from-warc", "warc-date"}},
	{"Several URLs at a time", []string{"parallel", "parallel-max", "max-per-host"}},
	{"Requests and logins", []string{"user-agent", "referer", "cookie", "cookie-jar", "junk-session-cookies", "netrc", "netrc-file", "email",
		"tls", "cacert", "insecure", "ipv4", "ipv6"}},
	{"Redirects and policy", []string{"location", "max-redirs", "proto", "allow-port", "allow-net", "allow-plain-login", "max-size"}},
	{"Times, limits and retries", []string{"max-time", "connect-timeout", "speed-limit", "speed-time", "limit-rate", "fail",
		"retry", "retry-delay", "retry-max-time", "retry-all-errors"}},
	{"Forms, sessions and mail", []string{"answer", "idle-time", "compose", "mailer"}},
	{"Servers and configuration", []string{"config", "no-config", "disable", "proxy", "noproxy", "gateway", "news-server", "mail", "null-cwd"}},
}

// checkGroups are the groups of check.
var checkGroups = []flagGroup{
	{"Common flags", []string{"depth", "recursive", "exclude", "format", "output", "json", "all", "silent", "offline", "help"}},
	{"Inputs", []string{"edition", "type", "default-extension", "preprocess", "files-from", "extensions", "exclude-path", "hidden", "no-ignore",
		"glob-ignore-case", "skip-missing", "allow-empty", "dump", "dump-inputs",
		"rows", "per-server", "time-limit"}},
	{"Files of a site", []string{"base", "root-dir", "serve", "index", "fallback-ext", "remap", "unwrap"}},
	{"Pages below a URL (-r)", []string{"site", "levels", "max-pages", "max-crawl-delay"}},
	{"Links", []string{"include", "scheme", "exclude-all-private", "exclude-private", "exclude-link-local", "exclude-loopback", "include-mail",
		"include-verbatim", "include-wikilinks", "slugs", "include-fragments", "skip-fragment"}},
	{"Problems", []string{"strict", "accept", "accept-timeouts", "require-https"}},
	{"Reports", []string{"report", "mode", "sort", "no-progress", "host-stats", "baseline", "only-changed", "archive", "fix", "diff", "show-secrets"}},
	{"Web archives", []string{"warc-file", "warc-max-size", "warc-dedup"}},
	{"Results of earlier checks", []string{"db", "since", "fresh", "cache", "cache-exclude-status"}},
	{"Requests and logins", []string{"method", "header", "user-agent", "referer", "user", "basic-auth", "netrc", "netrc-file", "cookie", "cookie-jar",
		"junk-session-cookies", "github-token", "email", "tls", "min-tls", "cacert", "insecure", "ipv4", "ipv6"}},
	{"Redirects and policy", []string{"max-redirs", "proto", "allow-port", "allow-net", "allow-plain-login"}},
	{"Times, limits and retries", []string{"max-time", "connect-timeout", "speed-limit", "speed-time", "retry", "retry-delay",
		"parallel-max", "max-per-host", "rate", "host-request-interval", "threads"}},
	{"Servers and configuration", []string{"config", "no-config", "proxy", "noproxy", "gateway", "news-server", "mail", "null-cwd"}},
}

// parseGroups are the groups of parse.
var parseGroups = []flagGroup{
	{"Input", []string{"edition", "base", "url", "url-file", "input", "skip-comments", "accept-space", "guess-scheme", "no-guess-scheme", "curl"}},
	{"Output", []string{"get", "json", "rows", "format", "quiet", "verify", "urlencode", "default-port", "keep-port", "punycode", "as-idn", "as-written",
		"version", "help"}},
	{"Changes", []string{"set", "append", "iterate", "replace", "replace-append", "qtrim", "trim", "sort-query", "query-separator", "redirect"}},
}

// A flagGroup is a group of flags in help.
type flagGroup struct {
	title string
	names []string
}
