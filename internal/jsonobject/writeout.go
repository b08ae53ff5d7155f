package jsonobject

// WriteOut is what get -w '%{json}' prints for one transfer: the variables of curl's
// --write-out, with curl's names. An empty text is null.
type WriteOut struct {
	// The media type. null if it is not known.
	ContentType *string `json:"content_type"`
	// The error. null if the transfer had no error.
	ErrorMsg *string `json:"errormsg"`
	// The exit status for this transfer.
	ExitCode int `json:"exitcode"`
	// The name of the file that was written. null if no file was written.
	FilenameEffective *string `json:"filename_effective"`
	// The status of the last response by http, such as 200, or 0.
	HTTPCode int `json:"http_code"`
	// The version of http of the last response, such as "1.1". "0" if it is not http.
	HTTPVersion string `json:"http_version"`
	// The method of the last request by http. null if it is not http.
	Method *string `json:"method"`
	// The number of new connections.
	NumConnects int `json:"num_connects"`
	// The number of different header fields in the last response.
	NumHeaders int `json:"num_headers"`
	// The number of redirects that were followed.
	NumRedirects int `json:"num_redirects"`
	// The target of a redirect that was not followed, or null.
	RedirectURL *string `json:"redirect_url"`
	// The address of the server. null if no server was contacted.
	RemoteIP *string `json:"remote_ip"`
	// The port of the server, or 0.
	RemotePort int `json:"remote_port"`
	// The same as http_code.
	ResponseCode int `json:"response_code"`
	// The scheme of url_effective.
	Scheme *string `json:"scheme"`
	// The size in bytes of what was downloaded.
	SizeDownload int64 `json:"size_download"`
	// The size in bytes of all header fields, approximately.
	SizeHeader int64 `json:"size_header"`
	// The average speed in bytes per second.
	SpeedDownload int64 `json:"speed_download"`
	// The time until the TLS handshake was done, in seconds. 0 without TLS.
	TimeAppconnect float64 `json:"time_appconnect"`
	// The time until the connection was made, in seconds. 0 without a new connection.
	TimeConnect float64 `json:"time_connect"`
	// The time until the host name was looked up, in seconds. 0 without a lookup.
	TimeNamelookup float64 `json:"time_namelookup"`
	// The time of all redirects, in seconds. 0 without a redirect.
	TimeRedirect float64 `json:"time_redirect"`
	// The time until the first byte of the response, in seconds.
	TimeStarttransfer float64 `json:"time_starttransfer"`
	// The time of the whole transfer, in seconds.
	TimeTotal float64 `json:"time_total"`
	// The URL that was requested, without its password.
	URL *string `json:"url"`
	// The URL after redirects, without its password.
	URLEffective *string `json:"url_effective"`
	// The number of the transfer, from 0.
	URLNum int `json:"urlnum"`
}
