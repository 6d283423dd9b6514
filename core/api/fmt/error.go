package fmt

// Errorf is an error whose text is formatted. What stands for %w can be got at with
// errors.Is and errors.As.
func Errorf(format string, args ...any) error {
	var wrapped []error
	next := 0
	for i := 0; i < len(format); {
		if format[i] != '%' {
			i++
			continue
		}
		s, end := parse(format, i+1)
		i = end
		if s.star {
			next++
		}
		if s.verb == '%' || s.verb == 0 {
			continue
		}
		if s.verb == 'w' && next < len(args) {
			if err, ok := args[next].(error); ok {
				wrapped = append(wrapped, err)
			}
		}
		next++
	}
	return &wrapError{text: Sprintf(format, args...), wrapped: wrapped}
}

// wrapError is a formatted error.
type wrapError struct {
	text    string
	wrapped []error
}

func (e *wrapError) Error() string { return e.text }

// Unwrap are the errors that stand for %w.
func (e *wrapError) Unwrap() []error { return e.wrapped }
