//go:build ignore

// Gen_doors draws content/library/pictures/doors.png and doors.svg, the same
// corridor with a door for each scheme, and key.png, a key.
package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"log"
	"os"
	"strings"
)

const (
	width, height = 800, 220
	doorWidth     = 56
	doorTop       = 62
	floor         = 186
)

// schemes are the doors, from left to right, each with its colour.
var schemes = []struct {
	name   string
	colour color.RGBA
}{
	{"ftp", color.RGBA{0x8a, 0x2f, 0x24, 0xff}},
	{"http", color.RGBA{0x2f, 0x6f, 0x8c, 0xff}},
	{"gopher", color.RGBA{0x8c, 0x6a, 0x1b, 0xff}},
	{"mailto", color.RGBA{0x7a, 0x3f, 0x7d, 0xff}},
	{"news", color.RGBA{0x3f, 0x6e, 0x3b, 0xff}},
	{"nntp", color.RGBA{0x4f, 0x7f, 0x5f, 0xff}},
	{"telnet", color.RGBA{0x2b, 0x33, 0x4a, 0xff}},
	{"wais", color.RGBA{0x5a, 0x4f, 0x9c, 0xff}},
	{"file", color.RGBA{0x6b, 0x5b, 0x4a, 0xff}},
	{"prospero", color.RGBA{0x1f, 0x6a, 0x64, 0xff}},
}

var (
	wall   = color.RGBA{0xf2, 0xe8, 0xd5, 0xff}
	rail   = color.RGBA{0xd8, 0xc6, 0xa4, 0xff}
	boards = color.RGBA{0xa9, 0x84, 0x5c, 0xff}
	seam   = color.RGBA{0x8f, 0x6c, 0x48, 0xff}
	frame  = color.RGBA{0x5b, 0x45, 0x33, 0xff}
	plate  = color.RGBA{0xfd, 0xfa, 0xf3, 0xff}
	ink    = color.RGBA{0x2b, 0x26, 0x22, 0xff}
	brass  = color.RGBA{0xe2, 0xb9, 0x4d, 0xff}
	lamp   = color.RGBA{0xff, 0xe9, 0x9c, 0xff}
	clear  = color.RGBA{}
)

func main() {
	log.SetFlags(0)
	drawn, written := new(raster), new(vector)
	drawn.Paletted = image.NewPaletted(image.Rect(0, 0, width, height), palette())
	for _, c := range []canvas{drawn, written} {
		corridor(c)
	}
	save("doors.png", encode(drawn.Paletted))
	save("doors.svg", []byte(written.document()))
	key := &raster{image.NewPaletted(image.Rect(0, 0, 96, 48), color.Palette{clear, brass, frame})}
	drawKey(key)
	save("key.png", encode(key.Paletted))
}

func save(name string, octets []byte) {
	if err := os.WriteFile("content/library/pictures/"+name, octets, 0o644); err != nil {
		log.Fatal(err)
	}
}

func encode(m image.Image) []byte {
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, m); err != nil {
		log.Fatal(err)
	}
	return b.Bytes()
}

// palette returns all colours of the corridor and, for each door, a lighter one.
func palette() color.Palette {
	p := color.Palette{wall, rail, boards, seam, frame, plate, ink, brass, lamp}
	for _, s := range schemes {
		p = append(p, s.colour, lighter(s.colour))
	}
	return p
}

// lighter returns a colour mixed with white.
func lighter(c color.RGBA) color.RGBA {
	up := func(v uint8) uint8 { return v + (0xff-v)/4 }
	return color.RGBA{up(c.R), up(c.G), up(c.B), 0xff}
}

// canvas is an image to draw a corridor on.
type canvas interface {
	box(x, y, w, h int, c color.RGBA)
	disc(x, y, r int, c color.RGBA)
	text(x, y int, s string, c color.RGBA) // centred on x, its base line at y
}

// corridor draws the ten doors.
func corridor(c canvas) {
	c.box(0, 0, width, floor, wall)
	c.box(0, 24, width, 4, rail)
	c.box(0, floor, width, height-floor, boards)
	for y := floor + 8; y < height; y += 10 {
		c.box(0, y, width, 1, seam)
	}
	for i, s := range schemes {
		x := 12 + i*79
		middle := x + doorWidth/2 + 4
		c.disc(middle, 14, 6, lamp)
		c.box(middle-1, 0, 2, 8, frame)
		c.box(x-2, 36, doorWidth+12, 16, plate)
		c.text(middle, 48, s.name, ink)
		c.box(x, doorTop-4, doorWidth+8, floor-doorTop+4, frame)
		c.box(x+4, doorTop, doorWidth, floor-doorTop, s.colour)
		for _, panel := range []struct{ y, h int }{{doorTop + 8, 40}, {doorTop + 58, 54}} {
			for k := range 2 {
				c.box(x+11+k*23, panel.y, 19, panel.h, lighter(s.colour))
				c.box(x+13+k*23, panel.y+2, 15, panel.h-4, s.colour)
			}
		}
		c.disc(x+doorWidth-2, doorTop+54, 4, brass)
	}
}

// drawKey draws a key.
func drawKey(c canvas) {
	c.disc(22, 24, 18, frame)
	c.disc(22, 24, 16, brass)
	c.disc(22, 24, 9, frame)
	c.disc(22, 24, 7, clear)
	c.box(38, 20, 52, 8, frame)
	c.box(38, 22, 50, 4, brass)
	for _, bit := range []struct{ x, h int }{{68, 12}, {78, 16}} {
		c.box(bit.x, 26, 8, bit.h, frame)
		c.box(bit.x+2, 26, 4, bit.h-2, brass)
	}
}

// raster is a canvas of points.
type raster struct{ *image.Paletted }

func (m *raster) box(x, y, w, h int, c color.RGBA) {
	for i := range w {
		for k := range h {
			m.Set(x+i, y+k, c)
		}
	}
}

func (m *raster) disc(x, y, r int, c color.RGBA) {
	for i := -r; i <= r; i++ {
		for k := -r; k <= r; k++ {
			if i*i+k*k <= r*r {
				m.Set(x+i, y+k, c)
			}
		}
	}
}

// text writes in letters of 5 by 7 points, which fit on a plate.
func (m *raster) text(x, y int, s string, c color.RGBA) {
	x -= len(s) * 7 / 2
	for _, letter := range s {
		for row, line := range strings.Fields(letters[letter]) {
			for column, point := range line {
				if point == '#' {
					m.Set(x+column, y-7+row, c)
				}
			}
		}
		x += 7
	}
}

// letters are the letters of the schemes' names, 9 rows each: the last two are below the base
// line.
var letters = map[rune]string{
	'a': "..... ..... .###. ....# .#### #...# .####",
	'e': "..... ..... .###. #...# ##### #.... .###.",
	'f': "..##. .#... ####. .#... .#... .#... .#...",
	'g': "..... ..... .#### #...# #...# #...# .#### ....# .###.",
	'h': "#.... #.... #.##. ##..# #...# #...# #...#",
	'i': "..#.. ..... .##.. ..#.. ..#.. ..#.. .###.",
	'l': ".##.. ..#.. ..#.. ..#.. ..#.. ..#.. .###.",
	'm': "..... ..... ##.#. #.#.# #.#.# #.#.# #.#.#",
	'n': "..... ..... #.##. ##..# #...# #...# #...#",
	'o': "..... ..... .###. #...# #...# #...# .###.",
	'p': "..... ..... ####. #...# #...# #...# ####. #.... #....",
	'r': "..... ..... #.##. ##..# #.... #.... #....",
	's': "..... ..... .#### #.... .###. ....# ####.",
	't': ".#... .#... ####. .#... .#... .#..# ..##.",
	'w': "..... ..... #...# #...# #.#.# #.#.# .#.#.",
}

// vector is a canvas of elements.
type vector struct{ strings.Builder }

func (v *vector) box(x, y, w, h int, c color.RGBA) {
	fmt.Fprintf(v, "  <rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", x, y, w, h, hex(c))
}

func (v *vector) disc(x, y, r int, c color.RGBA) {
	fmt.Fprintf(v, "  <circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\"/>\n", x, y, r, hex(c))
}

func (v *vector) text(x, y int, s string, c color.RGBA) {
	fmt.Fprintf(v, "  <text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n", x, y, hex(c), s)
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// document returns the drawing as a file.
func (v *vector) document() string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-labelledby="t">
  <title id="t">A corridor with ten doors, each with its scheme on a plate</title>
  <style>text { font: 13px ui-monospace, monospace; text-anchor: middle }</style>
%s</svg>
`, width, height, v.String())
}
