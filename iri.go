package earl

// Mapped returns u with an escape for each byte outside ASCII, so that a URL of
// [RFC3987] is also one of [RFC3986]. The characters of the host are escaped
// too; [WHATWG] converts a host to its xn-- form. Source: rfc3987 3.1, step 2.
func (u URL) Mapped() URL {
	b := make([]byte, 0, len(u.text))
	for i := range len(u.text) {
		if o := u.text[i]; o >= 0x80 {
			b = append(b, '%', hexDigits[o>>4], hexDigits[o&15])
		} else {
			b = append(b, o)
		}
	}
	var v URL
	if len(b) == len(u.text) || !u.edition.read(&v, string(b), true) {
		return u
	}
	return v
}
