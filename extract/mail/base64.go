package mail

// A base64 undoes the transfer encoding of that name. Each three octets have the
// place of the first of the four they came from. Octets that do not belong to it are
// passed over; foreign is told of the first. The standard library's decoder stops
// there, and does not say where its octets came from. Source: rfc2045 6.8.
type base64 struct {
	in      stream
	foreign func(place) // nil: nobody wants to know
	out     output
	bits    uint32
	n       int   // how many of four are at hand
	first   place // of them
	end     int64 // offset behind the last
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
				d.octet(c, r.at(r.off+int64(i)), r.width)
			}
		}
	}
	return d.out.chunk, nil
}

// octet takes the next octet, which came from width octets at p.
func (d *base64) octet(c byte, p place, width int32) {
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
	case c == '=': // what follows begins anew
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

// flush gives out the octets that are complete.
func (d *base64) flush() {
	if d.n > 1 {
		bits := d.bits << (6 * (4 - d.n))
		octets := [3]byte{byte(bits >> 16), byte(bits >> 8), byte(bits)}
		d.out.add(octets[:d.n-1], d.first, int32(d.n-1), widthTo(d.first, d.end))
	}
	d.n = 0
}
