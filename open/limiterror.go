package open

import "errors"

// LimitError is an error that a limit caused. Its class is that of Err.
type LimitError struct {
	// Setting is the field that sets the limit, such as "Policy.Connect" or
	// "nntp.Options.Headers".
	Setting string
	Err     error
}

// Error returns the text of Err. A program adds how its users change the
// setting.
func (e *LimitError) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e *LimitError) Unwrap() error { return e.Err }

// LimitSetting returns Setting.
func (e *LimitError) LimitSetting() string { return e.Setting }

// SettingOf returns the field that sets the limit that caused an error, such as
// "Policy.SpeedLimit". It returns "" if the error does not contain the field, as
// that of Policy.Idle.
func SettingOf(err error) string {
	var limit interface {
		error
		LimitSetting() string
	}
	if errors.As(err, &limit) {
		return limit.LimitSetting()
	}
	return ""
}
