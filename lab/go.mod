module github.com/earl-url/earl/lab

go 1.26.0

replace github.com/earl-url/earl => ..

require github.com/earl-url/earl v0.0.0
