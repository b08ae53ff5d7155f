package inputs

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/views"
)

// hostingPages are the first segments of the pages that GitHub, GitLab, Forgejo and
// Gitea add to each repository.
var hostingPages = []string{
	"-", "actions", "activity", "archive", "blob", "branches", "commit", "commits", "compare", "contributors", "deployments",
	"discussions", "edit", "find", "fork", "forks", "graphs", "issues", "labels", "merge_requests", "milestone", "milestones",
	"network", "new", "packages", "pipelines", "projects", "pull", "pulls", "pulse", "raw", "releases", "security", "src",
	"stargazers", "tags", "tree", "watchers", "wiki", "wikis",
}

// Hosting reports whether a file URL is a link to a page of the site that hosts the
// repository in a directory, such as "../../issues" in the README: the site shows a file at
// OWNER/REPOSITORY/blob/BRANCH/FILE, so the page is two directories above the repository.
// A file that exists is not such a page.
func Hosting(repository string, u earl.URL) bool {
	if u.Designates() != earl.LocalFile {
		return false
	}
	v, err := views.ParseFile(u)
	if err != nil {
		return false
	}
	path, err := v.NativePath(runtime.GOOS)
	if err != nil {
		return false
	}
	page, err := filepath.Rel(filepath.Dir(filepath.Dir(repository)), path)
	if err != nil {
		return false
	}
	first, _, _ := strings.Cut(filepath.ToSlash(page), "/")
	_, err = os.Stat(path)
	return slices.Contains(hostingPages, first) && os.IsNotExist(err)
}
