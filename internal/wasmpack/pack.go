package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
)

// gap is how many zeros may be written out to join two segments.
const gap = 64

// The sections of a module that pack touches (WebAssembly core specification 2.0, 5.5).
const (
	dataSection      = 11
	dataCountSection = 12
)

var errModule = errors.New("not a WebAssembly module as Go's linker writes them")

// segment is data that is put to a fixed place of memory 0 when a program starts.
type segment struct {
	at   int
	data []byte
}

// pack joins the data segments of a module. Memory is the same when the program starts.
func pack(module []byte) ([]byte, error) {
	if len(module) < 8 || !bytes.HasPrefix(module, []byte("\x00asm\x01\x00\x00\x00")) {
		return nil, errModule
	}
	segments, err := segmentsOf(module)
	if err != nil {
		return nil, err
	}
	segments = joined(segments)
	out := slices.Clone(module[:8])
	err = sections(module, func(id byte, body []byte) error {
		switch id {
		case dataSection:
			body = written(segments)
		case dataCountSection:
			body = binary.AppendUvarint(nil, uint64(len(segments)))
		}
		out = binary.AppendUvarint(append(out, id), uint64(len(body)))
		out = append(out, body...)
		return nil
	})
	return out, err
}

// sections calls back for each section of a module, in order.
func sections(module []byte, each func(id byte, body []byte) error) error {
	for rest := module[8:]; len(rest) > 0; {
		id := rest[0]
		length, n := binary.Uvarint(rest[1:])
		if n <= 0 || length > uint64(len(rest)-1-n) {
			return errModule
		}
		end := 1 + n + int(length)
		if err := each(id, rest[1+n:end]); err != nil {
			return err
		}
		rest = rest[end:]
	}
	return nil
}

// segmentsOf reads the data of a module, in the order of places.
func segmentsOf(module []byte) ([]segment, error) {
	var list []segment
	err := sections(module, func(id byte, body []byte) error {
		if id != dataSection {
			return nil
		}
		count, n := binary.Uvarint(body)
		if n <= 0 {
			return errModule
		}
		body = body[n:]
		for range count {
			s, rest, err := readSegment(body)
			if err != nil {
				return err
			}
			list, body = append(list, s), rest
		}
		return nil
	})
	slices.SortStableFunc(list, func(a, b segment) int { return a.at - b.at })
	return list, err
}

// readSegment reads an active segment whose place is a constant.
func readSegment(body []byte) (s segment, rest []byte, err error) {
	const memory0, constant, end = 0x00, 0x41, 0x0b
	if len(body) < 2 || body[0] != memory0 || body[1] != constant {
		return s, nil, errModule
	}
	// A place is never negative, so its signed form reads like the unsigned.
	at, n := binary.Uvarint(body[2:])
	if n <= 0 || at > 1<<31 || len(body) <= 2+n || body[2+n] != end {
		return s, nil, errModule
	}
	body = body[2+n+1:]
	length, n := binary.Uvarint(body)
	if n <= 0 || length > uint64(len(body)-n) {
		return s, nil, errModule
	}
	return segment{int(at), body[n : n+int(length)]}, body[n+int(length):], nil
}

// joined joins neighbours that stand at most gap zeros apart.
func joined(segments []segment) []segment {
	var list []segment
	for _, s := range segments {
		if len(list) > 0 {
			last := &list[len(list)-1]
			if between := s.at - last.at - len(last.data); between >= 0 && between <= gap {
				last.data = append(append(last.data, make([]byte, between)...), s.data...)
				continue
			}
		}
		list = append(list, segment{s.at, slices.Clone(s.data)})
	}
	return list
}

// written is the data section with segments.
func written(segments []segment) []byte {
	out := binary.AppendUvarint(nil, uint64(len(segments)))
	for _, s := range segments {
		out = append(out, 0x00, 0x41)
		out = append(appendSigned(out, s.at), 0x0b)
		out = binary.AppendUvarint(out, uint64(len(s.data)))
		out = append(out, s.data...)
	}
	return out
}

// appendSigned writes a number that is not negative as signed LEB128: its last byte must
// not look like a sign.
func appendSigned(out []byte, n int) []byte {
	for n > 0x3f {
		out = append(out, byte(n)&0x7f|0x80)
		n >>= 7
	}
	return append(out, byte(n))
}
