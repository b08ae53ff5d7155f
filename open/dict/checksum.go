//go:build !planonly

package dict

import (
	"crypto/md5"
	"encoding/hex"

	"github.com/earl-url/earl"
)

// checksum returns the authentication string for a message-id and a secret.
// Source: rfc2229 3.11; rfc1939 7.
func checksum(message string, secret earl.Octets) earl.Octets {
	sum := md5.Sum([]byte(message + string(secret)))
	return earl.Octets(hex.EncodeToString(sum[:]))
}
