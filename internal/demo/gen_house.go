//go:build ignore

// Gen_house draws content/library/pictures/house.gif: a house with three floors
// at night, in which the lights go on from the bottom to the top.
package main

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"log"
	"os"
)

const width, height = 240, 180

// The colours, by their index in the palette.
const (
	sky = iota
	deep
	star
	moon
	wall
	edge
	roof
	dark
	lit
	glow
	door
	grass
	path
)

var palette = color.Palette{
	sky:   color.RGBA{0x1d, 0x2b, 0x4a, 0xff},
	deep:  color.RGBA{0x14, 0x1e, 0x36, 0xff},
	star:  color.RGBA{0xc8, 0xd4, 0xf0, 0xff},
	moon:  color.RGBA{0xf4, 0xea, 0xc8, 0xff},
	wall:  color.RGBA{0x8c, 0x6f, 0x5e, 0xff},
	edge:  color.RGBA{0x6e, 0x55, 0x48, 0xff},
	roof:  color.RGBA{0x9c, 0x3f, 0x35, 0xff},
	dark:  color.RGBA{0x2a, 0x30, 0x42, 0xff},
	lit:   color.RGBA{0xff, 0xd9, 0x6a, 0xff},
	glow:  color.RGBA{0xff, 0xee, 0xb8, 0xff},
	door:  color.RGBA{0x3c, 0x5a, 0x50, 0xff},
	grass: color.RGBA{0x2c, 0x4a, 0x34, 0xff},
	path:  color.RGBA{0x9a, 0x90, 0x7c, 0xff},
}

func main() {
	log.SetFlags(0)
	var g gif.GIF
	for floors := range 4 {
		g.Image = append(g.Image, draw(floors))
		g.Delay = append(g.Delay, 80) // hundredths of a second
	}
	g.Delay[3] = 300
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, &g); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("content/library/pictures/house.gif", b.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
}

// draw returns the house with the lights of the lowest floors on.
func draw(floors int) *image.Paletted {
	m := image.NewPaletted(image.Rect(0, 0, width, height), palette)
	box(m, 0, 0, width, 70, deep)
	for i := range 40 {
		m.SetColorIndex(i*i*37%width, i*53%105, star)
	}
	disc(m, 202, 30, 15, moon)
	disc(m, 195, 26, 13, deep)
	box(m, 0, 152, width, height, grass)
	for y := 152; y < height; y++ {
		box(m, 116-(y-152)/3, y, 129+(y-152)/3, y+1, path)
	}
	for y := 18; y < 46; y++ { // the roof
		box(m, 122-(y-16)*3, y, 123+(y-16)*3, y+1, roof)
	}
	box(m, 156, 18, 168, 40, edge)
	box(m, 46, 46, 199, 152, wall)
	for k := range 3 { // the floors, from the top
		top := 46 + k*35
		box(m, 46, top, 199, top+2, edge)
		windows(m, top+9, k == 2, 2-k < floors)
	}
	return m
}

// windows draws the windows of one floor; the lowest floor also has a door.
func windows(m *image.Paletted, top int, withDoor, on bool) {
	for i := range 4 {
		x := 60 + i*35
		if i >= 2 {
			x += 4
		}
		pane(m, x, top, on)
	}
	if withDoor {
		box(m, 114, top+1, 131, 152, door)
		box(m, 127, top+13, 129, top+15, moon)
	}
}

// pane draws one window with its cross.
func pane(m *image.Paletted, x, y int, on bool) {
	glass, shine := uint8(dark), uint8(dark)
	if on {
		glass, shine = lit, glow
	}
	box(m, x-1, y-1, x+17, y+19, edge)
	box(m, x, y, x+16, y+18, glass)
	box(m, x+2, y+2, x+6, y+7, shine)
	box(m, x+7, y, x+9, y+18, edge)
	box(m, x, y+8, x+16, y+10, edge)
}

func box(m *image.Paletted, x0, y0, x1, y1 int, c uint8) {
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			m.SetColorIndex(x, y, c)
		}
	}
}

func disc(m *image.Paletted, cx, cy, r int, c uint8) {
	for y := cy - r; y <= cy+r; y++ {
		for x := cx - r; x <= cx+r; x++ {
			if (x-cx)*(x-cx)+(y-cy)*(y-cy) <= r*r {
				m.SetColorIndex(x, y, c)
			}
		}
	}
}
