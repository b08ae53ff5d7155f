package finger

import (
	"bufio"
	"io"
)

// NewAnswer returns what is shown of an answer.
func NewAnswer(r io.Reader) io.Reader {
	return &body{r: bufio.NewReader(r), left: DefaultAnswerSize}
}
