package concat

func ofTest(path string) string { return base + path }
