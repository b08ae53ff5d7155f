// Package site opens the files of a built site as the site's web server will: with
// index files, URLs without ".html", redirects, and a page for what is missing.
//
//	s, err := site.Serve("public", base, site.Rules{})
//	if err != nil {
//		return err
//	}
//	defer s.Close()
//	client := open.New(open.Options{}, s.Openers(all.Openers())...)
//
// [Files] does the same for file URLs, without a server and without redirects.
// Redirects are those of a file _redirects, in the format of Netlify.
package site
