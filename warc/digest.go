package warc

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base32"
	"encoding/hex"
	"hash"
	"io"
	"strings"
)

// Digest returns the digest of the bytes of r, in the form that archives use:
// "sha1:" and 32 characters of base32.
func Digest(r io.Reader) (string, error) {
	h := sha1.New()
	if _, err := io.Copy(h, r); err != nil {
		return "", err
	}
	return sha1Text(h), nil
}

// sha1Text returns the digest of h as Digest does.
func sha1Text(h hash.Hash) string { return sum("sha1:", h) }

// sum returns the digest of h in base32, with the name of the algorithm of
// another digest.
func sum(digest string, h hash.Hash) string {
	name, _, _ := strings.Cut(digest, ":")
	return name + ":" + base32.StdEncoding.EncodeToString(h.Sum(nil))
}

// digester returns the hash of a digest in a file, or nil if its algorithm is
// not known.
func digester(digest string) hash.Hash {
	name, _, _ := strings.Cut(digest, ":")
	switch strings.ToLower(strings.ReplaceAll(name, "-", "")) {
	case "sha1":
		return sha1.New()
	case "sha256":
		return sha256.New()
	case "sha512":
		return sha512.New()
	case "md5":
		return md5.New()
	}
	return nil
}

// matches reports whether a digest in a file, in base32 or hexadecimal, is that
// of h.
func matches(digest string, h hash.Hash) bool {
	_, value, _ := strings.Cut(digest, ":")
	sum := h.Sum(nil)
	return strings.EqualFold(strings.TrimRight(value, "="), strings.TrimRight(base32.StdEncoding.EncodeToString(sum), "=")) ||
		strings.EqualFold(value, hex.EncodeToString(sum))
}

// SameDigest reports whether two digests in files are equal, in any of their forms.
func SameDigest(a, b string) bool {
	x, y := digestBytes(a), digestBytes(b)
	return x != "" && x == y
}

// OtherDigest reports whether two digests in files are those of different bytes.
// Digests of two algorithms, or one that is not known, say nothing.
func OtherDigest(a, b string) bool {
	x, y := digestBytes(a), digestBytes(b)
	return x != "" && y != "" && x != y && len(x) == len(y)
}

// digestBytes returns the bytes of a digest, or "" if it is not understood. A digest
// without the name of its algorithm is one of sha1.
func digestBytes(digest string) string {
	name, value, ok := strings.Cut(digest, ":")
	if !ok {
		name, value = "sha1", digest
	}
	h := digester(name + ":")
	if h == nil {
		return ""
	}
	if b, err := hex.DecodeString(value); err == nil && len(b) == h.Size() {
		return string(b)
	}
	b, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.ToUpper(strings.TrimRight(value, "=")))
	if err != nil || len(b) != h.Size() {
		return ""
	}
	return string(b)
}
