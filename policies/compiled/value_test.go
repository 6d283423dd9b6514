package compiled

import (
	"context"
	"encoding/json"
	"math/big"
	"testing"
)

func TestOrderOfValues(t *testing.T) {
	ordered := []any{
		Null{},
		false, true, json.Number("-1e400"), int64(-1), big.NewRat(1, 3), json.Number("0.5"), int64(1), json.Number("1e20"), "", "a", "b",
		arrayOf(), arrayOf("a"), arrayOf("a", "b"), arrayOf("b"),
		objectOf(), objectOf("a", int64(1)), objectOf("a", int64(2)), objectOf("b", int64(1)), setOf(), setOf("a"),
	}
	for i, a := range ordered {
		for j, b := range ordered {
			if got := compare(a, b); got < 0 != (i < j) || got > 0 != (i > j) {
				t.Errorf("%s beside %s: %d", notation(a), notation(b), got)
			}
		}
	}
}

func TestBuiltins(t *testing.T) {
	for _, c := range []struct{ got, want any }{
		{builtinFloor(builtinDiv(int64(-7), int64(2))), int64(-4)},
		{builtinCeil(builtinDiv(int64(7), int64(2))), int64(4)},
		{builtinCeil(int64(3)), int64(3)},
		{builtinDiv(int64(6), int64(2)), int64(3)},
		{builtinDiv(int64(1), int64(0)), nil},
		{builtinPlus("a", int64(1)), nil},
		{builtinMul(json.Number("1e999999999"), int64(2)), nil}, // nobody waits for its digits
		{builtinMinus(setOf("a", "b"), setOf("b")), setOf("a")},
		{builtinOr(setOf("b"), setOf("a", "b")), setOf("a", "b")},
		{builtinObjectGet(objectOf("a", objectOf("b", Null{})), arrayOf("a", "b"), "none"), Null{}},
		{builtinObjectGet(objectOf("a", int64(1)), arrayOf("a", "b"), "none"), "none"},
		{builtinObjectGet("text", "a", "none"), nil},
		{builtinObjectUnion(objectOf("a", objectOf("b", "x", "c", "y")), objectOf("a", objectOf("b", "z"))), objectOf("a", objectOf("b", "z", "c", "y"))},
		{builtinInternalTemplateString(arrayOf("a ", setOf(int64(1)), " ", setOf(objectOf("b", arrayOf("c", Null{}))))), `a 1 {"b": ["c", null]}`},
		{builtinInternalTemplateString(arrayOf(setOf())), "<undefined>"},
		{builtinSort(arrayOf("b", int64(1), "a")), arrayOf(int64(1), "a", "b")},
		{builtinCount("é"), int64(1)},
		{builtinCount(true), nil},
		{builtinInternalMember2("x", objectOf("a", "x")), true},
		{builtinTrimRight("/a//", "/"), "/a"},
		{item(arrayOf("a"), int64(1)), nil},
		{item(arrayOf("a"), "0"), nil},
		{field(setOf("a"), "a"), "a"},
	} {
		if compare(c.got, c.want) != 0 {
			t.Errorf("%s, want %s", notation(c.got), notation(c.want))
		}
	}
}

func TestHitsOfJSON(t *testing.T) {
	if _, err := HitsOfJSON(context.Background(), []byte("{")); err == nil {
		t.Error("half an object is taken for an input")
	}
	for _, text := range []string{"null", "{}", `{"facts":null}`, `{"facts":{}}`, `{"facts":[],"manifest":1}`} {
		if _, err := HitsOfJSON(context.Background(), []byte(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}
