package gopher_test

import (
	"context"
	"fmt"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/gopher"
)

// A search needs words first: the answer to the form is another URL.
func ExampleOpener_Open() {
	client := open.New(open.Options{}, gopher.Opener{})
	u, err := earl.RFC1738.Parse("gopher://gopher.example/7/find")
	if err != nil {
		fmt.Println(err)
		return
	}
	res, err := client.Open(context.Background(), u)
	if err != nil {
		fmt.Println(err)
		return
	}
	form := res.(*open.Form)
	fmt.Println(form.Fields[0].Prompt)
	fmt.Println(form.Answer([]string{"fox & hen"}))
	// Output:
	// Words to search for
	// gopher://gopher.example/7/find%09fox%20&%20hen <nil>
}

// The attributes of an item include its views and languages.
func ExampleParseAttributes() {
	text := "+INFO: 0fox\t0/docs/fox\tgopher.example\t70\t+\r\n" +
		"+VIEWS:\r\n Text/plain Es_ES: <.0k>\r\n application/postscript: <512b>\r\n" +
		"+ABSTRACT:\r\n About the fox.\r\n"
	for _, item := range gopher.ParseAttributes(text) {
		abstract, _ := item.Block("ABSTRACT")
		fmt.Println(abstract.Text())
		for _, view := range item.Views() {
			fmt.Printf("%q %d\n", view.Plus(), view.Size)
		}
	}
	// Output:
	// About the fox.
	// "+Text/plain Es_ES" -1
	// "+application/postscript" 512
}

// The plan of a search is the line that is sent.
func ExampleOpener_Plan() {
	client := open.New(open.Options{}, gopher.Opener{})
	u := earl.RFC1738.MustParse("gopher://gopher.example/7/find%09two%20words")
	plan, err := client.Plan(context.Background(), &open.Request{URL: u})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, step := range plan.Steps {
		fmt.Printf("%s %s: %q\n", plan.Effect, plan.Server, step.Line)
	}
	// Output: sends gopher.example:70: "/find\ttwo words"
}
