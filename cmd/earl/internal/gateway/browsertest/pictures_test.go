package browsertest

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"flag"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

var update = flag.Bool("update", false, "write the pictures of the manual")

const (
	// pictureFolder has the pictures of README.md and the manual.
	pictureFolder = "../../../../../docs/images"
	// maxPicture is how many bytes a picture may have.
	maxPicture = 150_000
)

// pictures are the pictures by name: each shows the page that a link on the tour of "earl demo"
// opens. A name that ends in -dark has dark colours.
var pictures = []struct{ name, link, shows string }{
	{"tour", "", ".stops"},
	{"gopher", "A gopher menu", ".menu-items"},
	{"explain", "Not a URL", "#faults"},
}

// startDemo runs "earl demo" until the test ends and returns its start link.
func startDemo(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "earl")
	build := exec.Command("go", "build", "-o", program, "../../..")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	c := exec.CommandContext(t.Context(), program, "demo")
	c.Env = append(os.Environ(), "HOME="+t.TempDir(), "XDG_CONFIG_HOME=")
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) } // so that it removes its files
	c.WaitDelay = 10 * time.Second
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	link := make(chan string, 1)
	go func() {
		defer c.Wait()
		for s := bufio.NewScanner(out); s.Scan(); {
			if m := regexp.MustCompile(`http://\S+/start\S+`).FindString(s.Text()); m != "" {
				link <- m
			}
		}
		close(link)
	}()
	if l, ok := <-link; ok {
		return l
	}
	t.Fatal("earl demo prints no start link")
	return ""
}

// Every picture of README.md and the manual can be made again, is small, and is shown. With
// -update the test writes the pictures.
func TestBrowserPictures(t *testing.T) {
	b := (&testGateway{T: t}).newTab()
	b.do(chromedp.EmulateViewport(960, 760))
	b.follow("the start link", chromedp.Navigate(startDemo(t)), exists(".stops"))
	tour := b.text("location.href")
	made := map[string]bool{}
	for _, p := range pictures {
		b.follow("the tour", chromedp.Navigate(tour), exists(".stops"))
		if p.link != "" {
			b.link(p.link, exists(p.shows))
		}
		for name, on := range map[string]bool{p.name: false, p.name + "-dark": true} {
			b.do(dark(on))
			made[name+".png"] = true
			b.picture(filepath.Join(pictureFolder, name+".png"))
		}
	}
	files, err := os.ReadDir(pictureFolder)
	if err != nil || len(files) != len(made) {
		t.Errorf("%d pictures are in %s and %d in the table, %v", len(files), pictureFolder, len(slices.Collect(maps.Keys(made))), err)
	}
	texts := documents(t)
	for _, f := range files {
		light := strings.Replace(f.Name(), "-dark.png", ".png", 1)
		if !made[f.Name()] || !strings.Contains(texts, "images/"+light) {
			t.Errorf("%s: add it to the table of this file and show it on a page", f.Name())
		}
	}
}

// documents returns the texts of README.md and the manual.
func documents(t *testing.T) string {
	t.Helper()
	pages, err := filepath.Glob("../../../../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	var all []byte
	for _, name := range append(pages, "../../../../../README.md") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, text...)
	}
	return string(all)
}

// picture takes a picture of the screen. It compares its size with that of a file, or writes
// the file.
func (t *tab) picture(file string) {
	t.Helper()
	var shot []byte
	t.do(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		shot, err = page.CaptureScreenshot().Do(ctx)
		return err
	}))
	full, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		t.Fatal(err)
	}
	var small bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&small, paletted(full)); err != nil {
		t.Fatal(err)
	}
	if small.Len() > maxPicture {
		t.Errorf("%s has %d bytes", file, small.Len())
	}
	if *update {
		if err := os.WriteFile(file, small.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v: go test ./cmd/earl/internal/gateway/browsertest -run TestBrowserPictures -update makes it", err)
	}
	config, err := png.DecodeConfig(bytes.NewReader(kept))
	if err != nil || config.Width != full.Bounds().Dx() || config.Height != full.Bounds().Dy() || len(kept) > maxPicture {
		t.Errorf("%s: %d by %d, %d bytes, %v: -update makes it again", file, config.Width, config.Height, len(kept), err)
	}
}

// paletted returns a picture with its 256 most frequent colours. Pages have few colours
// and the shades of letters, so that others are rare.
func paletted(full image.Image) image.Image {
	count := map[color.RGBA]int{}
	bounds := full.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			count[color.RGBAModel.Convert(full.At(x, y)).(color.RGBA)]++
		}
	}
	frequent := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int {
		return cmp.Or(count[b]-count[a], cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	var palette color.Palette
	for _, c := range frequent[:min(len(frequent), 256)] {
		palette = append(palette, c)
	}
	small := image.NewPaletted(bounds, palette)
	draw.Draw(small, bounds, full, bounds.Min, draw.Src)
	return small
}
