package gateway

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
)

// keyLen is how many octets of chance a key has: 128 bits.
const keyLen = 16

// keys are the secrets of a sitting, made anew with each gateway.
type keys struct {
	start  string // stands in the start link
	cookie string // what the start link is changed for
	mac    []byte // signs what pages of ours ask for
}

func newKeys() keys {
	return keys{start: random(), cookie: random(), mac: []byte(random())}
}

// random returns a key that nobody can guess, in hexadecimal digits.
func random() string {
	b := make([]byte, keyLen)
	rand.Read(b) // which never fails
	return hex.EncodeToString(b)
}

// same compares two secrets in a time that tells nothing.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// sign returns what only this gateway can say of a text, for one purpose.
func (k keys) sign(purpose, text string) string {
	h := hmac.New(sha256.New, k.mac)
	h.Write([]byte(purpose + "\x00" + text))
	return hex.EncodeToString(h.Sum(nil)[:keyLen])
}

// signed reports whether a sign is that of a text.
func (k keys) signed(purpose, text, sign string) bool { return same(k.sign(purpose, text), sign) }

// cookieName names the cookie. Browsers keep no cookies apart by port, so
// gateways on two ports have two names.
func cookieName(host string) string { return "earl-" + portOf(host) }

// hasCookie reports whether a request has the cookie of the sitting.
func (g *Gateway) hasCookie(r *http.Request) bool {
	for _, c := range r.CookiesNamed(cookieName(r.Host)) {
		if same(c.Value, g.keys.cookie) {
			return true
		}
	}
	return false
}

// start changes the token of the start link for the cookie, and takes it out of
// the address.
func (g *Gateway) start(w http.ResponseWriter, r *http.Request) {
	if !same(r.FormValue("token"), g.keys.start) {
		(&fault{http.StatusForbidden, "This start link is not the one that earl printed. Each run prints a new one."}).answer(w)
		return
	}
	http.SetCookie(w, &http.Cookie{Name: cookieName(r.Host), Value: g.keys.cookie, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	http.Redirect(w, r, g.begin(), http.StatusSeeOther)
}
