package finger

import (
	"bufio"
	"io"
)

// NewAnswer returns a reader of the text that is shown for a response.
func NewAnswer(r io.Reader) io.Reader {
	return &body{r: bufio.NewReader(r), left: defaultAnswerSize}
}
