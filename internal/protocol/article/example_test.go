package article_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/earl-url/earl/internal/protocol/article"
)

// An article as text for users.
func ExampleWriteText() {
	const message = "Path: not-for-mail\r\nFrom: =?iso-8859-1?q?Andr=E9?= <a@b.example>\r\nSubject: tea\r\n" +
		"Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nth=E9 =\r\nvert\r\n"
	if err := article.WriteText(os.Stdout, strings.NewReader(message), article.Limits{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// From: André <a@b.example>
	// Subject: tea
	//
	// thé vert
}
