package main

import (
	"reflect"
	"testing"
)

// TestSamplesHaveEveryPart: a part that emails get later needs a sample, which mail servers' checks of HTML then see.
func TestSamplesHaveEveryPart(t *testing.T) {
	t.Parallel()
	for field, value := range reflect.ValueOf(samples()["everything"]).Fields() {
		if value.IsZero() {
			t.Errorf("the sample has no %s", field.Name)
		}
	}
}
