package access

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
)

// keyLen is the number of random bytes in a key: 128 bits.
const keyLen = 16

// Keys are the secrets of one run of a gateway. Several goroutines may use them.
type Keys struct {
	start  string // in the start link
	cookie string // what a browser receives for the start link
	mac    []byte // signs what pages of the gateway request
}

// NewKeys returns new keys.
func NewKeys() *Keys {
	return &Keys{start: Random(), cookie: Random(), mac: []byte(Random())}
}

// Random returns a key of 128 random bits, in hexadecimal digits.
func Random() string {
	b := make([]byte, keyLen)
	rand.Read(b) // never fails
	return hex.EncodeToString(b)
}

// Equal compares two secrets in a time that does not depend on where they differ.
func Equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// Sign returns a signature of text that is valid for one purpose.
func (k *Keys) Sign(purpose, text string) string {
	h := hmac.New(sha256.New, k.mac)
	h.Write([]byte(purpose + "\x00" + text))
	return hex.EncodeToString(h.Sum(nil)[:keyLen])
}

// Signed reports whether signature is that of text for a purpose.
func (k *Keys) Signed(purpose, text, signature string) bool {
	return Equal(k.Sign(purpose, text), signature)
}

// StartToken returns the token of the start link. A client that has it acts as the
// user.
func (k *Keys) StartToken() string { return k.start }

// HasCookie reports whether a request has the cookie of this run.
func (k *Keys) HasCookie(r *http.Request) bool {
	for _, c := range r.CookiesNamed(cookieName(r.Host)) {
		if Equal(c.Value, k.cookie) {
			return true
		}
	}
	return false
}

// Cookie returns the cookie of this run for a gateway at host. No script can read
// it and no other site sends it.
func (k *Keys) Cookie(host string) *http.Cookie {
	return &http.Cookie{Name: cookieName(host), Value: k.cookie, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode}
}

// cookieName returns the name of the cookie. Browsers do not separate cookies by
// port, so gateways on two ports need two names.
func cookieName(host string) string { return "earl-" + portOf(host) }
