package rpc

import (
	"testing"
	"time"
)

func TestTimestamp(t *testing.T) {
	if got := Timestamp(time.Time{}); got != nil {
		t.Errorf("zero time = %v, want nil", got)
	}
	if got := Time(nil); !got.IsZero() {
		t.Errorf("nil = %v, want the zero time", got)
	}
	at := time.Date(2026, 11, 27, 9, 30, 0, 123456789, time.UTC)
	if got := Time(Timestamp(at)); !got.Equal(at) {
		t.Errorf("round trip = %v, want %v", got, at)
	}
}
