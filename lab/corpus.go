package main

func mutate(seed uint64, n int, list []text) []text { return nil }
