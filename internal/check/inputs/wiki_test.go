package inputs

import (
	"path/filepath"
	"testing"
)

// Links of wikis link to the file with the name of the page, in any directory.
func TestWikiLinks(t *testing.T) {
	write(t, map[string]string{
		"w/Home.md":            "[[Page One]] and [[page one#The Heading|text]],\n`[[code]]` [[#Own]] ![[sub/Picture.png]] [[Nowhere?]] [[Home#^block]] [a](Home.md)\n",
		"w/deep/Page One.md":   "# The Heading\n",
		"w/sub/picture.png":    "",
		"w/.hidden/nowhere.md": "",
	})
	file := filepath.Join("w", "Home.md")
	same(t, collect(t, Options{WikiLinks: true}, file),
		file+":1:3+2 ./deep/Page%20One.md", file+":1:20+19 ./deep/Page%20One.md#the-heading", file+":2:14+61 #own",
		file+":2:24+71 ./sub/picture.png", file+":2:44+91 ./Nowhere%3F.md", file+":2:57+104 ./Home.md", file+":2:75+122 Home.md")
	same(t, collect(t, Options{WikiLinks: true, WikiRoot: "w"}, filepath.Join("w", "deep", "Page One.md")))
	same(t, collect(t, Options{}, file), file+":2:75+122 Home.md")
}
