// Shape measures the structure of this repository: what is public, how packages import each
// other, how long functions are, and how many references between the files of a package point
// back. In the root of a checkout:
//
//	go run ./tools/shape               # all figures, and the packages with 15 files or more
//	go run ./tools/shape -rooms        # back arrows of each package
//	go run ./tools/shape -room open    # the files of one package in order, and its back arrows
//
// The files of a package are in an order in which few references point up. A back arrow is a pair
// of files: the lower one names what the upper one declares. A file is in a circle if it names
// itself through other files; no order helps there. Shape reads the files that git tracks.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path"
)

// manyFiles is the size from which a package is in the short report.
const manyFiles = 15

func main() {
	root := flag.String("C", ".", "the root of the checkout")
	all := flag.Bool("rooms", false, "print the back arrows of each package")
	one := flag.String("room", "", "print the order and the back arrows of the package in this folder")
	flag.Parse()
	if err := run(os.Stdout, *root, *all, path.Clean(*one)); err != nil {
		fmt.Fprintln(os.Stderr, "shape:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, root string, all bool, one string) error {
	t, err := readTree(root)
	if err != nil {
		return err
	}
	switch {
	case one != ".":
		return writeRoom(w, t, one)
	case all:
		writeRooms(w, t, 2)
		return nil
	}
	if err := writeFigures(w, t); err != nil {
		return err
	}
	fmt.Fprintln(w)
	writeRooms(w, t, manyFiles)
	return nil
}

// writeRooms prints the back arrows of each package that has at least so many files.
func writeRooms(w io.Writer, t *tree, files int) {
	fmt.Fprintf(w, "packages with %d files or more, built for %s/%s: back arrows of all arrows between files\n", files, goos, goarch)
	c := newChecker(t)
	for _, p := range t.packages {
		if r := c.room(p); len(r.files) >= files {
			fmt.Fprintf(w, "%5.1f %%  %4d of %4d  %3d files, %3d in circles  %s\n", r.percent(), len(r.back), r.arrows, len(r.files), r.circular, p.dir)
		}
	}
}

// writeRoom prints the files of one package from top to bottom, and what points up.
func writeRoom(w io.Writer, t *tree, dir string) error {
	p := t.packageIn(dir)
	if p == nil {
		return fmt.Errorf("no package in %q", dir)
	}
	r := newChecker(t).room(p)
	for i, name := range r.files {
		fmt.Fprintf(w, "%3d  %s\n", i+1, name)
	}
	fmt.Fprintf(w, "%d of %d arrows point up (%.1f %%):\n", len(r.back), r.arrows, r.percent())
	for _, b := range r.back {
		fmt.Fprintf(w, "%s -> %s: %s\n", b.from, b.to, b.names)
	}
	return nil
}
