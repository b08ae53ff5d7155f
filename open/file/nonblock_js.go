package file

// nonBlocking is no flag: JavaScript has no pipes.
const nonBlocking = 0
