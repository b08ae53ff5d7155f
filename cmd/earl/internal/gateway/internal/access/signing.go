package access

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
	"strings"
)

// keyLen is the number of random bytes in a key: 128 bits.
const keyLen = 16

// Keys are the secrets of one run of a gateway. Several goroutines may use them.
type Keys struct {
	mac []byte // signs what pages of the gateway request, and makes the cookies
}

// NewKeys returns new keys.
func NewKeys() *Keys { return &Keys{mac: []byte(Random())} }

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

// HasCookie reports whether a request has the cookie for its host.
func (k *Keys) HasCookie(r *http.Request) bool {
	want := k.Cookie(r.Host)
	for _, c := range r.CookiesNamed(want.Name) {
		if Equal(c.Value, want.Value) {
			return true
		}
	}
	return false
}

// cookiePurpose makes the cookie of a host.
const cookiePurpose = "cookie"

// Cookie returns the cookie of this run for a gateway at host. No script can read
// it and no other site sends it. The cookie of one host is not valid at another.
func (k *Keys) Cookie(host string) *http.Cookie {
	value := k.Sign(cookiePurpose, strings.ToLower(host))
	return &http.Cookie{Name: cookieName(host), Value: value, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode}
}

// cookieName returns the name of the cookie. Browsers do not separate cookies by
// port, so gateways on two ports need two names.
func cookieName(host string) string { return "earl-" + portOf(host) }
