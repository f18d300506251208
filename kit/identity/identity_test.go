package identity

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"

	"github.com/vitrine/vitrine/kit"
)

func TestSeal(t *testing.T) {
	p := &Principal{Subject: "u1", SessionID: "s1", Email: "a@example.org", EmailVerified: true, Roles: []string{"staff"}, IP: "192.0.2.1"}
	now := time.Unix(1_700_000_000, 0)
	header := sealAt("key", p, now)

	got, err := unsealAt("key", header, now.Add(lifetime))
	if err != nil || !reflect.DeepEqual(got, p) {
		t.Errorf("got %+v, %v", got, err)
	}
	body, mac, _ := strings.Cut(header, ".")
	for name, c := range map[string]struct {
		header string
		key    string
		after  time.Duration
		want   error
	}{
		"too old":      {header, "key", lifetime + time.Second, ErrExpired},
		"other key":    {header, "other", 0, ErrSeal},
		"no key":       {header, "", 0, ErrSeal},
		"changed body": {"A" + body[1:] + "." + mac, "key", 0, ErrSeal},
		"no seal":      {body, "key", 0, ErrSeal},
		"empty seal":   {body + ".", "key", 0, ErrSeal},
		"empty":        {"", "key", 0, ErrSeal},
	} {
		if _, err := unsealAt(kit.Secret(c.key), c.header, now.Add(c.after)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRequire(t *testing.T) {
	ctx := t.Context()
	if _, err := Require(ctx); connect.CodeOf(err) != connect.CodeUnauthenticated {
		t.Error(err)
	}
	if _, err := Require(AsService(ctx)); connect.CodeOf(err) != connect.CodeUnauthenticated {
		t.Error("a service is no person", err)
	}
	person := With(ctx, &Principal{Subject: "u1", Roles: []string{"staff"}})
	if p, err := Require(person); err != nil || p.Subject != "u1" {
		t.Error(p, err)
	}
	if _, err := RequireRole(person, "staff"); err != nil {
		t.Error(err)
	}
	if err := RequireService(person); connect.CodeOf(err) != connect.CodePermissionDenied {
		t.Error(err)
	}
	if err := RequireService(AsService(person)); err != nil {
		t.Error(err)
	}
	if _, ok := From(With(person, nil)); ok {
		t.Error("a removed principal is still there")
	}
}
