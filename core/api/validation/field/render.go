package field

import (
	"strconv"

	"github.com/rollscope/rollscope/core/api/json"
)

// render writes a bad value. Plain strings are quoted as Go quotes them;
// everything else, named string types too, is JSON.
//
// Upstream 1.37: apimachinery:pkg/util/validation/field/errors.go, Error.ErrorBody.
func render(value any) string {
	switch v := value.(type) {
	case string:
		return strconv.Quote(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case int32:
		return strconv.FormatInt(int64(v), 10)
	case bool:
		return strconv.FormatBool(v)
	}
	text, err := json.Marshal(value)
	if err != nil {
		return "{}" // cannot happen: every value here is plain data
	}
	return string(text)
}
