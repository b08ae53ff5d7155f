module github.com/earl-url/earl/lab

go 1.26.0
