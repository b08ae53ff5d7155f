package file

import "github.com/earl-url/earl/open"

// Plan returns the name of the file that Open reads. It does not access the
// file. The error is that of Open for a URL without a file on this machine.
// Source: rfc1738 3.10.
func (Opener) Plan(r *open.Call) (open.Plan, error) {
	_, path, err := locate(r.URL)
	if err != nil {
		return open.Plan{}, err
	}
	return open.Plan{Effect: open.EffectReads, Path: path}, nil
}
