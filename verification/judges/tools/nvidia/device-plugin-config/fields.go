package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// fields are those of a struct by their names in a file; none if it is one value in a file, such as
// a list of devices. The decoders of the plugin's types hide their fields from a strict decoder.
func fields(t reflect.Type) map[string]reflect.StructField {
	byName := map[string]reflect.StructField{}
	for _, field := range reflect.VisibleFields(t) {
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
			byName[name] = field
		}
	}
	return byName
}

func isObject(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && len(fields(t)) > 0
}

// unknown lists the paths of what was written and the type does not have.
func unknown(path string, written any, t reflect.Type) []string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	var found []string
	switch value := written.(type) {
	case map[string]any:
		if !isObject(t) {
			return nil
		}
		for name, child := range value {
			at := strings.TrimPrefix(path+"."+name, ".")
			if field, ok := fields(t)[name]; ok {
				found = append(found, unknown(at, child, field.Type)...)
			} else {
				found = append(found, at)
			}
		}
	case []any:
		if t.Kind() == reflect.Slice {
			for i, child := range value {
				found = append(found, unknown(fmt.Sprintf("%s[%d]", path, i), child, t.Elem())...)
			}
		}
	}
	slices.Sort(found)
	return found
}

// full is the value with all its fields, as JSON: marshalling it would leave out what is false.
func full(v reflect.Value) any {
	switch {
	case v.Kind() == reflect.Pointer && v.IsNil():
		return nil
	case v.Kind() == reflect.Pointer && isObject(v.Type().Elem()):
		return full(v.Elem())
	case isObject(v.Type()):
		tree := map[string]any{}
		for name, field := range fields(v.Type()) {
			tree[name] = full(v.FieldByIndex(field.Index))
		}
		return tree
	case v.Kind() == reflect.Slice && isObject(v.Type().Elem()):
		list := make([]any, v.Len())
		for i := range list {
			list[i] = full(v.Index(i))
		}
		return list
	case v.CanAddr():
		// By address, for the marshallers that are methods of a pointer.
		return v.Addr().Interface()
	}
	return v.Interface()
}
