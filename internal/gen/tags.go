package main

import (
	"go/ast"
	"reflect"
	"strconv"
	"strings"
)

// tagValue reads one key of a field's struct tag; false if the tag has no such key.
func tagValue(field *ast.Field, key string) (string, bool) {
	if field.Tag == nil {
		return "", false
	}
	text, err := strconv.Unquote(field.Tag.Value)
	if err != nil {
		return "", false
	}
	return reflect.StructTag(text).Lookup(key)
}

// jsonName is the name a field has in JSON; empty for an inlined one.
func jsonName(field *ast.Field) string {
	tag, _ := tagValue(field, "json")
	name, _, _ := strings.Cut(tag, ",")
	return name
}
