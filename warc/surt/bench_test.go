package surt_test

import (
	"testing"

	"github.com/earl-url/earl/warc/surt"
)

// benchURLs are like URLs of pages: 75 bytes on average, two in five have a query.
var benchURLs = []string{
	"http://www.example.co.uk/news/10628323",
	"https://blog.example.org/2018/04/",
	"https://www.example.com/r/Showerthoughts/comments/awx46q/comment/ehq92o2/?utm_source=reddit&utm_medium=web2x&context=3",
	"http://www.example.net/food-recipes/food-poisoning/20150402/travelers-bringing-drug-resistant-bacteria",
	"https://shop.example.com/index.php?route=product/product&path=20_26&product_id=41",
}

func BenchmarkAppend(b *testing.B) {
	var key []byte
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		key = surt.Append(key[:0], benchURLs[i%len(benchURLs)], surt.Options{})
	}
}

func BenchmarkAppendHeritrix(b *testing.B) {
	var key []byte
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		key = surt.AppendHeritrix(key[:0], benchURLs[i%len(benchURLs)])
	}
}
