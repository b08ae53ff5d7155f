package mail

// A base64 decodes base64. Each three bytes have the position of the first of
// the four characters they came from. It skips other characters, and calls
// foreign for the first. The standard library's decoder stops there, and does
// not return the origin of its bytes. Source: rfc2045 6.8.
type base64 struct {
	in      stream
	foreign func(position) // may be nil
	out     output
	bits    uint32
	n       int      // the number of characters of the current group of four
	first   position // position of the first of them
	end     int64    // offset after the last
}

func (d *base64) next() (chunk, error) {
	d.out.reset()
	for len(d.out.b) == 0 {
		c, err := d.in.next()
		if err != nil {
			if d.n > 1 {
				d.flush()
				break
			}
			return chunk{}, err
		}
		for b, r := range c.spans() {
			for i, c := range b {
				d.addByte(c, r.at(r.off+int64(i)), r.width)
			}
		}
	}
	return d.out.chunk, nil
}

// addByte processes the next byte, which came from width bytes at p.
func (d *base64) addByte(c byte, p position, width int32) {
	var v byte
	switch {
	case 'A' <= c && c <= 'Z':
		v = c - 'A'
	case 'a' <= c && c <= 'z':
		v = c - 'a' + 26
	case '0' <= c && c <= '9':
		v = c - '0' + 52
	case c == '+':
		v = 62
	case c == '/':
		v = 63
	case c == '=': // decoding starts again after it
		d.flush()
		return
	case c == ' ' || '\t' <= c && c <= '\r':
		return
	default:
		if d.foreign != nil {
			d.foreign(p)
			d.foreign = nil
		}
		return
	}
	if d.n == 0 {
		d.first = p
	}
	d.bits = d.bits<<6 | uint32(v)
	d.end = p.offset + int64(width)
	if d.n++; d.n == 4 {
		d.flush()
	}
}

// flush writes the bytes that are complete.
func (d *base64) flush() {
	if d.n > 1 {
		bits := d.bits << (6 * (4 - d.n))
		octets := [3]byte{byte(bits >> 16), byte(bits >> 8), byte(bits)}
		d.out.add(octets[:d.n-1], d.first, int32(d.n-1), widthTo(d.first, d.end))
	}
	d.n = 0
}
