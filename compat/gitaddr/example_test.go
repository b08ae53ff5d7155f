package gitaddr_test

import (
	"fmt"

	"github.com/earl-url/earl/compat/gitaddr"
)

func ExampleParse() {
	a, err := gitaddr.Parse("git@example.org:group/project.git")
	fmt.Println(a.Transport, a.User, a.Host, a.Path, err)
	// Output: ssh git example.org group/project.git <nil>
}

func ExampleAddress_HTTPS() {
	a, _ := gitaddr.Parse("ssh://git@example.org:2222/group/project.git")
	fmt.Println(a.HTTPS())
	// Output: https://example.org/group/project.git true
}

func ExampleAddress_SSH() {
	for _, text := range []string{"git@example.org:group/project.git", "joe@example.org:src/project", "https://example.org/group/project.git"} {
		a, _ := gitaddr.Parse(text)
		fmt.Println(a.SSH())
	}
	// Output:
	// ssh://git@example.org/group/project.git true
	// ssh://joe@example.org/~/src/project true
	// ssh://git@example.org/group/project.git true
}
