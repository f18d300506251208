package clock

import (
	"testing"
	"time"
)

func TestClocks(t *testing.T) {
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	f := NewFake(start)
	var c Clock = f
	if !c.Now().Equal(start) || !f.Advance(time.Hour).Equal(start.Add(time.Hour)) || !c.Now().Equal(start.Add(time.Hour)) {
		t.Errorf("after an hour it is %v, want %v", c.Now(), start.Add(time.Hour))
	}
	if f.Set(start); !c.Now().Equal(start) {
		t.Errorf("after Set it is %v, want %v", c.Now(), start)
	}
	if now := System.Now(); now.Location() != time.UTC || time.Since(now) > time.Minute || now.Nanosecond()%1000 != 0 {
		t.Errorf("the system's time is %v, want now, in UTC and whole microseconds", now)
	}
}
