package earl

import (
	"strings"

	"github.com/earl-url/earl/internal/octet"
)

// HideTokens returns text, which can be any text with URLs in it, with [Hidden]
// instead of the tokens of these URLs: the user without a password of an http
// URL, as in "https://TOKEN@host/", the values of parameters such as
// "access_token" and "X-Amz-Signature" in queries and fragments, encoded or not,
// and the tokens in the paths of a few services. A user of ftp, ssh or imap is a
// name and stays. It does not hide passwords: see [URL.Redacted] and
// [HidePassword]. It allocates only if it hides something. The result is for
// people: never parse it. Source: rfc6750 2.3 (access_token).
func HideTokens(text string) string {
	if strings.IndexByte(text, '=') < 0 && strings.IndexByte(text, '@') < 0 && strings.IndexByte(text, '%') < 0 && !strings.Contains(text, "//") {
		return text
	}
	spans := tokenSpans(text)
	if strings.IndexByte(text, '%') >= 0 {
		if plain, at := decoded(text); plain != text {
			for _, s := range tokenSpans(plain) {
				spans = append(spans, extent{at[s.start], at[s.end]})
			}
		}
	}
	return hideSpans(text, spans)
}

// tokenSpans returns where a text without encoded delimiters has tokens.
func tokenSpans(text string) []extent {
	spans := parameterSpans(text, isTokenName)
	for at := 0; ; {
		k := strings.Index(text[at:], "//")
		if k < 0 {
			return spans
		}
		at += k + len("//")
		if !isWebBefore(text[:at-len("//")]) {
			continue
		}
		login := text[at:]
		if end := strings.IndexAny(login, "/?#\\ \t\r\n\"'<>"); end >= 0 {
			login = login[:end]
		}
		if s, ok := tokenUser(login); ok {
			spans = append(spans, s.moved(at))
		}
		spans = append(spans, tokenPath(text, at)...)
	}
}

// webSchemes are the schemes whose user without a password is a token, also after
// a "+", as in "git+https".
const webSchemes = " http https ws wss dav davs shttp "

// isWebBefore reports whether a text ends in the scheme and the colon of a web
// URL, or consists of nothing, as before the "//" of a relative reference.
func isWebBefore(text string) bool {
	if text == "" {
		return true
	}
	name, ok := strings.CutSuffix(text, ":")
	if !ok {
		return strings.ContainsAny(text[len(text)-1:], " \t\"'(<=")
	}
	from := len(name)
	for from > 0 && isLetter(name[from-1]) {
		from--
	}
	return from < len(name) && strings.Contains(webSchemes, " "+strings.ToLower(name[from:])+" ")
}

// isLetter reports whether c is a letter of ASCII.
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// minToken is the length from which a user that has a password is a token:
// services such as GitHub and Stripe take one as the user, and ignore the
// password or require that it is empty.
const minToken = 20

// tokenUser returns where a login has a token.
func tokenUser(login string) (s extent, ok bool) {
	at := strings.LastIndexByte(login, '@')
	if at < 0 {
		return s, false
	}
	user, password, has := strings.Cut(login[:at], ":")
	if user == "" || strings.HasPrefix(user, Hidden) {
		return s, false
	}
	return extent{0, len(user)}, !has || password == "" || password == "x-oauth-basic" || len(user) >= minToken
}

// tokenPaths are hosts with the beginnings of paths whose rest is a token.
// Source: core.telegram.org/bots/api, docs.slack.dev, docs.discord.com.
var tokenPaths = [...]string{"api.telegram.org/bot", "api.telegram.org/file/bot", "hooks.slack.com/services/", "hooks.slack.com/workflows/", "discord.com/api/webhooks/", "discordapp.com/api/webhooks/"}

// tokenPath returns where the path of a URL whose host begins at offset at has a
// token.
func tokenPath(text string, at int) []extent {
	for _, prefix := range tokenPaths {
		if len(text)-at > len(prefix) && strings.EqualFold(text[at:at+len(prefix)], prefix) {
			s := extent{at + len(prefix), len(text)}
			stop := "?# \t\r\n\"'<>"
			if strings.HasSuffix(prefix, "bot") {
				stop += "/"
			}
			if n := strings.IndexAny(text[s.start:], stop); n >= 0 {
				s.end = s.start + n
			}
			return []extent{s}
		}
	}
	return nil
}

// parameterSpans returns the values of the parameters "name=value" of a text
// whose name hides says to hide. A name follows a "?", "&", ";", "#", or another
// character that no name has.
func parameterSpans(text string, hides func(name, value string) bool) []extent {
	var spans []extent
	for i := 0; i < len(text); i++ {
		k := strings.IndexByte(text[i:], '=')
		if k < 0 {
			break
		}
		from := i + k
		for from > i && isNameByte(text[from-1]) {
			from--
		}
		name := text[from : i+k]
		i += k
		if name == "" || from > 0 && strings.IndexByte("?&;#", text[from-1]) < 0 {
			continue
		}
		if from > 0 && text[from-1] == ';' && strings.EqualFold(name, "auth") { // the kind of login of imap and pop: rfc5092 3.1
			continue
		}
		value := text[i+1:]
		if strings.HasPrefix(value, "{") && strings.IndexByte(value, '}') > 0 { // of SQL Server
			value = value[:strings.IndexByte(value, '}')+1]
		} else if end := strings.IndexAny(value, "&; \t\r\n\"'<>#"); end >= 0 {
			value = value[:end]
		}
		if end := strings.IndexByte(value, '?'); end >= 0 && strings.IndexByte(text[:i], '?') < 0 { // a parameter of the path
			value = value[:end]
		}
		if value != "" && !strings.HasPrefix(value, Hidden) && hides(plainName(name), value) {
			spans = append(spans, extent{i + 1, i + 1 + len(value)})
		}
	}
	return spans
}

// isNameByte reports whether c is in the name of a parameter that can be a secret.
func isNameByte(c byte) bool {
	return isLetter(c) || '0' <= c && c <= '9' || strings.IndexByte("-_.[]$%:+", c) >= 0
}

// plainName returns the name of a parameter in lower case, without escapes and
// without what separates its words: "X-Amz-Signature", "x_amz_signature" and
// "user[xAmzSignature]" have the same plain name at their end.
func plainName(name string) string {
	b := make([]byte, 0, len(name))
	for i := 0; i < len(name); i++ {
		c := name[i]
		if octet.IsEscape(name, i) {
			c = octet.Unescape(name, i)
			i += 2
		}
		switch {
		case 'A' <= c && c <= 'Z':
			b = append(b, c|0x20)
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
			b = append(b, c)
		case c == '[' || c == '.':
			b = b[:0]
		}
	}
	return string(b)
}

// passwordNames are plain names of parameters that are passwords, and the ends of
// such names. Source: the documents of pgjdbc, Connector/J and mssql-jdbc.
var passwordNames = [...]string{"password", "passwd", "pwd", "passphrase", "secret"}

// isPasswordName reports whether a plain name is that of a password.
func isPasswordName(name, _ string) bool {
	for _, end := range passwordNames {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return name == "pass"
}

// tokenEnds are the ends of plain names of parameters that are tokens. Source:
// rfc6750 2.3 (access_token); rfc6749 4.2, 6 (refresh_token, client_secret); OpenID
// Connect Core 3.2 (id_token); AWS Signature Version 4 (X-Amz-Signature,
// X-Amz-Security-Token, X-Amz-Credential) and 2 (Signature, AWSAccessKeyId);
// Google Cloud Storage (X-Goog-Signature, X-Goog-Credential); GitLab
// (private_token, job_token); rfc7662, rfc7523 (assertion).
var tokenEnds = [...]string{"token", "signature", "apikey", "accesskey", "accesskeyid", "secretkey", "privatekey", "subscriptionkey", "authkey", "credential", "assertion", "sessionid", "sessid"}

// tokenNames are whole plain names of parameters that are tokens. Source: Azure
// Storage, shared access signatures (sig); Google APIs (key); CAS 2.0 (ticket);
// Jakarta Servlet 6 7.1.3 (jsessionid); SAML 2.0 bindings 3.4 (SAMLResponse).
const tokenNames = " sig key auth authorization jwt bearer session sid ticket hmac otp samlresponse oauthverifier cookie "

// minCode is the length from which a value of "code" is a code of OAuth or a key
// of Azure Functions, and not a number or a short word. Source: rfc6749 4.1.2.
const minCode = 16

// isTokenName reports whether a parameter is a token or a password.
func isTokenName(name, value string) bool {
	if isPasswordName(name, value) || strings.Contains(tokenNames, " "+name+" ") || name == "code" && len(value) >= minCode {
		return name != ""
	}
	for _, end := range tokenEnds {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}
