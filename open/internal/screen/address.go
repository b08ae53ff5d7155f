package screen

// codes are the 64 bytes that represent six bits in an address or an attribute.
// Each has these bits as its low six, so that only its upper two must be
// looked up. Source: GA23-0059, appendix "Buffer addressing".
const codes = "" +
	"\x40\xC1\xC2\xC3\xC4\xC5\xC6\xC7\xC8\xC9\x4A\x4B\x4C\x4D\x4E\x4F" +
	"\x50\xD1\xD2\xD3\xD4\xD5\xD6\xD7\xD8\xD9\x5A\x5B\x5C\x5D\x5E\x5F" +
	"\x60\x61\xE2\xE3\xE4\xE5\xE6\xE7\xE8\xE9\x6A\x6B\x6C\x6D\x6E\x6F" +
	"\xF0\xF1\xF2\xF3\xF4\xF5\xF6\xF7\xF8\xF9\x7A\x7B\x7C\x7D\x7E\x7F"

// most12 is the number of places that addresses of 12 bits have.
const most12 = 1 << 12

// address reads an address of two bytes: 14 bits in binary if the upper two
// bits are 0, otherwise 12 bits, six in each byte.
func address(hi, lo byte) int {
	if hi&0xC0 == 0 {
		return int(hi)<<8 | int(lo)
	}
	return int(hi&0x3F)<<6 | int(lo&0x3F)
}

// appendAddress appends an address of a display with size places.
func appendAddress(b []byte, at, size int) []byte {
	if size > most12 {
		return append(b, byte(at>>8), byte(at))
	}
	return append(b, codes[at>>6&0x3F], codes[at&0x3F])
}
