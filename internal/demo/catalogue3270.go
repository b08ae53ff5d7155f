package demo

import (
	"slices"
	"strings"
)

// The keys of a 3270 display that the catalogue knows.
const (
	keyEnter = 0x7D
	keyClear = 0x6D
	keyPF3   = 0xF3
	keyPF7   = 0xF7
	keyPF8   = 0xF8
)

// pageRows is how many cards or lines a screen shows.
const pageRows = 17

// catalogue3270 is one user of the catalogue on a 3270 display. Its screens are a menu, a
// form to search, a list of cards with pages, and a text with pages.
type catalogue3270 struct {
	library *library
	cards   []*node
	top     int // the first card of the page
	message string
}

// run shows the menu until the user leaves.
func (c *catalogue3270) run(t *display) error {
	for {
		s := newScreen3270()
		s.text(0, 0, true, "The library's catalogue")
		s.text(3, 2, false, "1  Search for words")
		s.text(4, 2, false, "2  List every card")
		s.text(5, 2, false, "3  Leave")
		s.text(8, 2, false, "Option ===>")
		s.input(8, 14, 1, true)
		key, fields, err := c.ask(t, s, "Enter: choose   PF3: leave")
		if err != nil {
			return err
		}
		switch option := fields[8*80+15]; {
		case key == keyPF3, key == keyEnter && option == "3":
			s := newScreen3270()
			s.text(0, 0, true, "Come back when you like.")
			return t.show(s)
		case key == keyEnter && option == "1":
			err = c.search(t)
		case key == keyEnter && option == "2":
			c.cards, c.top = c.library.things(), 0
			err = c.list(t)
		case key == keyEnter:
			c.message = "Type 1, 2 or 3."
		case key != keyClear:
			c.message = "This key has no function here."
		}
		if err != nil {
			return err
		}
	}
}

// ask completes a screen with the message and the keys, shows it, and returns what the user
// did.
func (c *catalogue3270) ask(t *display, s *screen3270, keys string) (key byte, fields map[int]string, err error) {
	s.text(22, 0, true, "%s", c.message)
	s.text(23, 0, false, "%s", keys)
	c.message = ""
	if err := t.show(s); err != nil {
		return 0, nil, err
	}
	record, err := t.readRecord()
	if err != nil {
		return 0, nil, err
	}
	key, fields = filled(record)
	return key, fields, nil
}

// search shows the form.
func (c *catalogue3270) search(t *display) error {
	for {
		s := newScreen3270()
		s.text(0, 0, true, "Search the catalogue")
		s.text(3, 2, false, "Words:")
		s.input(3, 9, 40, true)
		s.text(5, 2, false, "The catalogue finds the texts that contain all of the words.")
		key, fields, err := c.ask(t, s, "Enter: search   PF3: back")
		if err != nil || key == keyPF3 {
			return err
		}
		if key != keyEnter {
			continue
		}
		c.cards, c.top = nil, 0
		for _, hit := range c.library.index.search(fields[3*80+10]) {
			c.cards = append(c.cards, hit.node)
		}
		if len(c.cards) == 0 {
			c.message = "No text here contains all of these words."
			continue
		}
		if err := c.list(t); err != nil {
			return err
		}
	}
}

// list shows the cards, page by page.
func (c *catalogue3270) list(t *display) error {
	for {
		s := newScreen3270()
		shown := c.cards[c.top:min(c.top+pageRows, len(c.cards))]
		s.text(0, 0, true, "Cards %d to %d of %d", c.top+1, c.top+len(shown), len(c.cards))
		s.text(2, 0, false, "Type S beside a card to read it.")
		for i, n := range shown {
			s.input(4+i, 1, 1, i == 0)
			s.text(4+i, 4, false, "%s", n.title())
		}
		key, fields, err := c.ask(t, s, "Enter: read   PF7: back a page   PF8: next page   PF3: back")
		if err != nil || key == keyPF3 {
			return err
		}
		c.top = c.turn(key, c.top, len(c.cards))
		for i, n := range shown {
			if key == keyEnter && strings.EqualFold(fields[(4+i)*80+2], "s") {
				if err := c.read(t, n); err != nil {
					return err
				}
				break
			}
		}
	}
}

// turn returns the begin of another page, if a key turns it.
func (c *catalogue3270) turn(key byte, top, all int) int {
	switch {
	case key == keyPF7 && top > 0:
		return max(0, top-pageRows)
	case key == keyPF8 && top+pageRows < all:
		return top + pageRows
	case key == keyPF7, key == keyPF8:
		c.message = "There is no other page."
	}
	return top
}

// read shows a text, page by page.
func (c *catalogue3270) read(t *display, n *node) error {
	lines := []string{"This is not a text, so a display cannot show it."}
	if n.readable() {
		lines = slices.Collect(strings.Lines(utf8Of(n.data)))
	}
	for top := 0; ; {
		s := newScreen3270()
		s.text(0, 0, true, "%s", n.title())
		for i, line := range lines[top:min(top+pageRows, len(lines))] {
			s.text(3+i, 0, false, "%s", strings.TrimRight(line, "\r\n"))
		}
		key, _, err := c.ask(t, s, "PF7: back a page   PF8: next page   PF3: back")
		if err != nil || key == keyPF3 {
			return err
		}
		top = c.turn(key, top, len(lines))
	}
}
