// Package share writes a scenario into a link, and reads it again: as text that every
// URL takes, without anything on a server.
//
// A state is "1." and then the scenario's UTF-8 text, compressed with raw DEFLATE (RFC
// 1951), in base64url without padding (RFC 4648, section 5). What stands before the
// full stop is the version; a page that finds another one says so. Any DEFLATE stream
// will do, so that states of different programs differ and mean the same.
package share

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// version is what states begin with.
const version = "1."

// The reasons why a state cannot be read.
var (
	ErrVersion = errors.New("the link is of a version that is not known here")
	ErrBroken  = errors.New("the link is not whole: part of it may have been cut off")
	ErrText    = errors.New("the link holds something that is no text")
)

// Encode is the state of a scenario.
func Encode(scenario []byte) string {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression) // fails for other levels only
	_, _ = w.Write(scenario)
	_ = w.Close()
	return version + base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// Decode reads a state that holds at most so many bytes. The errors are those above, or
// say that there is more.
func Decode(state string, most int) ([]byte, error) {
	rest, ok := strings.CutPrefix(state, version)
	if !ok {
		return nil, ErrVersion
	}
	small, err := base64.RawURLEncoding.Strict().DecodeString(rest)
	if err != nil {
		return nil, ErrBroken
	}
	r := flate.NewReader(bytes.NewReader(small))
	text, err := io.ReadAll(io.LimitReader(r, int64(most)+1))
	switch {
	case err != nil:
		return nil, ErrBroken
	case len(text) > most:
		return nil, &TooLargeError{most}
	case !utf8.Valid(text):
		return nil, ErrText
	}
	return text, nil
}

// TooLargeError is a state that holds more than was asked for.
type TooLargeError struct{ Most int }

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("the link holds more than %d bytes", e.Most)
}
