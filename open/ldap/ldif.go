package ldap

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"strings"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/wire"
)

// mediaType is the type of a document. LDIF has no registered one.
const mediaType = "text/plain"

// maxLDIF limits the text of an entry, which has the name of an attribute before
// each of its values. With the names and values of real directories, it is some
// times as long as a message of defaultMessageSize.
const maxLDIF = 8 * defaultMessageSize

// ldif returns the document of an entry.
func (s *session) ldif(e entry) (open.Resource, error) {
	if sizeLDIF(e) > maxLDIF {
		return nil, fmt.Errorf("%w: an entry of more than %d bytes as text", open.ErrProtocol, maxLDIF)
	}
	b, hidden := appendLDIF(nil, e, s.opts.Passwords)
	for _, name := range hidden {
		s.note("the values of %s are not shown (ldap.Options.Passwords)", name)
	}
	meta := open.Meta{URL: s.req.URL, Kind: open.KindDocument, Size: int64(len(b)), Time: modified(e), Type: mediaType, Note: s.notes}
	return &open.Document{Meta: meta, Body: wire.Part(io.NopCloser(bytes.NewReader(b)), s.req.Offset, s.req.End)}, nil
}

// sizeLDIF returns about how many bytes the text of an entry has, without those
// of base64 and of folds.
func sizeLDIF(e entry) (n int64) {
	for _, a := range e.attributes {
		for _, v := range a.values {
			n += int64(len(a.name) + len(": \n") + len(v))
		}
	}
	return n
}

// appendLDIF appends an entry in the form of rfc2849. It returns the names of the
// attributes whose values it left out.
func appendLDIF(b []byte, e entry, passwords bool) (text []byte, hidden []string) {
	b = appendLine(append(b, "version: 1\n"...), "dn", e.dn)
	for _, a := range e.attributes {
		if isPassword(a.name) && !passwords {
			hidden = append(hidden, a.name)
			b = append(append(append(b, "# "...), a.name...), " is not shown\n"...)
			continue
		}
		for _, v := range a.values {
			b = appendLine(b, a.name, v)
		}
	}
	return b, hidden
}

// lineLength is the length at which lines are folded. Source: rfc2849 note 2.
const lineLength = 76

// appendLine appends a value, in base64 if it is not plain text.
func appendLine(b []byte, name, value string) []byte {
	line := append([]byte(name), ": "...)
	if isPlain(value) {
		line = append(line, value...)
	} else {
		line = base64.StdEncoding.AppendEncode(append([]byte(name), ":: "...), []byte(value))
	}
	for n := lineLength; len(line) > n; n = lineLength - len(" ") {
		b = append(append(b, line[:n]...), "\n "...)
		line = line[n:]
	}
	return append(append(b, line...), '\n')
}

// isPlain reports whether a value is a SAFE-STRING, has no other control
// characters, and does not end with a space. Source: rfc2849 notes 4, 8.
func isPlain(value string) bool {
	for i := range len(value) {
		if c := value[i]; c < ' ' || c >= 0x7F {
			return false
		}
	}
	return value == "" || strings.IndexByte(" :<", value[0]) < 0 && value[len(value)-1] != ' '
}

// baseName returns the name of an attribute without its options. Source: rfc4512
// 2.5.
func baseName(name string) string {
	name, _, _ = strings.Cut(name, ";")
	return name
}

// passwordNames are the attributes, in lower case, whose values are passwords,
// or hashes and keys that can be used like them.
var passwordNames = map[string]bool{
	"userpassword": true, "2.5.4.35": true, // rfc4519 2.41
	"authpassword": true, "1.3.6.1.4.1.4203.1.3.4": true, // rfc3112 5.2
	"pwdhistory": true, "1.3.6.1.4.1.42.2.27.8.1.20": true, // draft-behera-ldap-password-policy 5.3.5
	"passwordhistory": true, "olcrootpw": true, "oathsecret": true, "radiussharedsecret": true, // of 389 and OpenLDAP, and FreeRADIUS
	"unicodepwd": true, "dbcspwd": true, "ntpwdhistory": true, "lmpwdhistory": true, "supplementalcredentials": true, // Active Directory
	"msds-managedpassword": true, "ms-mcs-admpwd": true,
	"mslaps-password": true, "mslaps-encryptedpassword": true, "mslaps-encryptedpasswordhistory": true,
	"mslaps-encrypteddsrmpassword": true, "mslaps-encrypteddsrmpasswordhistory": true,
	"sambantpassword": true, "sambalmpassword": true, "sambapasswordhistory": true,
	"sambacleartextpassword": true, "sambapreviouscleartextpassword": true,
	"krbprincipalkey": true, "krbmkey": true, "krbpwdhistory": true, "ipanthash": true, "ipatokenotpkey": true,
	"ipanttrustauthincoming": true, "ipanttrustauthoutgoing": true,
}

// isPassword reports whether the values of an attribute are passwords, or can be
// used like them.
func isPassword(name string) bool { return passwordNames[strings.ToLower(baseName(name))] }
