package demo

import (
	"encoding/binary"
	"encoding/xml"
	"image"
	_ "image/gif"
	_ "image/png"
	"io"
	"path"
	"strings"
	"testing"
)

// TestMedia: pictures and sounds have the format of their suffix and the size
// of their time. The corridor has ten doors in both formats.
func TestMedia(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, n := range newLibrary(strings.NewReplacer()).things() {
		if n.readable() || n.name == "octets.bin" {
			continue
		}
		seen++
		if len(n.data) > 20<<10 {
			t.Errorf("%s has %d bytes", n.path(), len(n.data))
		}
		be, le := binary.BigEndian, binary.LittleEndian
		switch data := []byte(n.data); path.Ext(n.name) {
		case ".gif", ".png":
			_, format, err := image.Decode(strings.NewReader(n.data))
			if err != nil || "."+format != path.Ext(n.name) {
				t.Errorf("%s: %s, %v", n.path(), format, err)
			}
		case ".svg":
			if err := wellFormed(n.data); err != nil || !strings.Contains(n.data, "<title") {
				t.Errorf("%s: %v", n.path(), err)
			}
		case ".wav":
			if string(data[:4])+string(data[8:16]) != "RIFFWAVEfmt " || le.Uint32(data[4:]) != uint32(len(data)-8) || le.Uint32(data[40:]) != uint32(len(data)-44) {
				t.Errorf("%s: %q", n.path(), data[:44])
			}
		case ".au":
			if string(data[:4]) != ".snd" || be.Uint32(data[4:]) != 24 || be.Uint32(data[8:]) != uint32(len(data)-24) || be.Uint32(data[12:]) != 1 {
				t.Errorf("%s: %q", n.path(), data[:24])
			}
		default:
			t.Errorf("%s is of no known kind", n.path())
		}
	}
	if seen != 7 {
		t.Errorf("%d pictures and sounds", seen)
	}
	svg := newLibrary(strings.NewReplacer()).files.at("pictures", "doors.svg").data
	for _, scheme := range schemes {
		if !strings.Contains(svg, ">"+scheme+"</text>") {
			t.Errorf("no door for %s", scheme)
		}
	}
}

// wellFormed reads XML to its end.
func wellFormed(text string) error {
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}
