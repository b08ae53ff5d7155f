//go:build ignore

// Gen_chime plays ten notes, one for each scheme of RFC 1738, into
// content/library/sounds: chime.wav, and chime.au in a format of 1994.
package main

import (
	"encoding/binary"
	"log"
	"math"
	"os"
)

const (
	rate    = 8000 // samples per second, as on a telephone
	spacing = rate / 6
	tail    = rate * 3 / 5
)

// notes are half-tones above the A below middle C. The scale ends on its first
// note.
var notes = [10]float64{3, 5, 7, 10, 12, 15, 12, 10, 7, 15}

func main() {
	log.SetFlags(0)
	sound := play()
	save("chime.wav", wav(sound))
	save("chime.au", au(sound))
}

func save(name string, octets []byte) {
	if err := os.WriteFile("content/library/sounds/"+name, octets, 0o644); err != nil {
		log.Fatal(err)
	}
}

// play returns the samples, each from -1 to 1. A note is like a bell: three
// partials that fade, the higher ones sooner.
func play() []float64 {
	sound := make([]float64, len(notes)*spacing+tail)
	for i, note := range notes {
		pitch := 220 * math.Pow(2, note/12)
		for k := range spacing + tail {
			t := float64(k) / rate
			v := math.Sin(2*math.Pi*pitch*t)*math.Exp(-5*t) +
				0.4*math.Sin(2*math.Pi*2*pitch*t)*math.Exp(-9*t) +
				0.2*math.Sin(2*math.Pi*2.76*pitch*t)*math.Exp(-14*t)
			rise := math.Min(1, t/0.004)
			sound[i*spacing+k] += 0.38 * rise * v
		}
	}
	return sound
}

// wav returns the sound as a WAV file: one channel, 8 bits, no compression.
func wav(sound []float64) []byte {
	le := binary.LittleEndian
	b := le.AppendUint32([]byte("RIFF"), uint32(36+len(sound)))
	b = append(b, "WAVEfmt "...)
	b = le.AppendUint32(b, 16)
	for _, v := range []uint16{1, 1} { // PCM, one channel
		b = le.AppendUint16(b, v)
	}
	b = le.AppendUint32(le.AppendUint32(b, rate), rate) // samples and bytes per second
	b = le.AppendUint16(le.AppendUint16(b, 1), 8)       // bytes and bits per sample
	b = le.AppendUint32(append(b, "data"...), uint32(len(sound)))
	for _, v := range sound {
		b = append(b, byte(128+math.Round(127*clamp(v))))
	}
	return b
}

// au returns the sound as audio/basic: 8 bits in mu-law. Source: rfc1341 7.4.
func au(sound []float64) []byte {
	b := []byte(".snd")
	for _, v := range []uint32{24, uint32(len(sound)), 1, rate, 1} { // header, bytes, mu-law, rate, channels
		b = binary.BigEndian.AppendUint32(b, v)
	}
	for _, v := range sound {
		b = append(b, muLaw(int(math.Round(32635*clamp(v)))))
	}
	return b
}

func clamp(v float64) float64 { return math.Max(-1, math.Min(1, v)) }

// muLaw returns a sample in mu-law: a sign bit, three bits of exponent, four
// bits of mantissa, all inverted. Source: ITU-T G.711.
func muLaw(sample int) byte {
	sign := byte(0)
	if sample < 0 {
		sign, sample = 0x80, -sample
	}
	sample += 132
	exponent := 7
	for mask := 0x4000; exponent > 0 && sample&mask == 0; mask >>= 1 {
		exponent--
	}
	return ^(sign | byte(exponent<<4) | byte(sample>>(exponent+3)&0x0F))
}
