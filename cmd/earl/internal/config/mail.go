package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/earl-url/earl/open/mid"
	"github.com/earl-url/earl/open/nntp"
)

// news returns the opener of the URLs of news with a news server for those without one.
func (s *Settings) news(server string) nntp.Opener {
	o := nntp.Opener{Options: nntp.Options{Server: server, ArticleSize: s.options.ArticleSize, TLS: s.tls, Descriptions: s.options.Descriptions}}
	if s.options.TLS {
		o.Security = nntp.SecurityExplicit
	}
	return o
}

// mail sets the places in which messages are looked for.
func (s *Settings) mail(o *mid.Opener) {
	o.Mail, o.News, o.Partial = nil, nil, s.partialMail
	for _, place := range s.options.Mail {
		if isNewsServer(place) {
			o.News = append(o.News, s.news(place))
			continue
		}
		o.Mail = append(o.Mail, mailPath(place))
	}
}

// AddMail adds files and directories in which messages are looked for, after those of the
// options. Without any in the options, a message that is in none of paths may still exist
// elsewhere. Call it before Openers.
func (s *Settings) AddMail(paths ...string) {
	s.partialMail = len(s.options.Mail) == 0
	s.options.Mail = append(slices.Clip(s.options.Mail), paths...)
}

// MailOffline removes the news servers in which messages are looked for. Call it before
// Openers.
func (s *Settings) MailOffline() {
	s.options.Mail = slices.DeleteFunc(slices.Clone(s.options.Mail), isNewsServer)
}

// isNewsServer reports whether a place is the URL of a news server.
func isNewsServer(place string) bool {
	return strings.HasPrefix(place, "nntp://") || strings.HasPrefix(place, "nntps://")
}

// mailPath returns the absolute path of a file or directory. "~/" is the home directory, as
// the shell reads it: the configuration file has no shell.
func mailPath(place string) string {
	if rest, ok := strings.CutPrefix(place, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	if path, err := filepath.Abs(place); err == nil {
		return path
	}
	return place
}
