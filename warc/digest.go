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
