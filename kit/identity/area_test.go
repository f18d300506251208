package identity_test

import (
	"testing"

	"github.com/vitrine/vitrine/kit/identity"
)

// TestMay: a role grants its own area and no other; staff grants all but admin.
func TestMay(t *testing.T) {
	t.Parallel()
	type grants map[identity.Area]bool
	for role, want := range map[string]grants{
		"":         {},
		"artist":   {},
		"approver": {},
		"owner":    {},
		"content":  {identity.Content: true},
		"support":  {identity.Support: true},
		"finance":  {identity.Finance: true},
		"admin":    {identity.Admin: true},
		"staff":    {identity.Content: true, identity.Support: true, identity.Finance: true},
	} {
		t.Run(role, func(t *testing.T) {
			p := &identity.Principal{Subject: "u1", Roles: []string{role}}
			for _, area := range identity.Areas {
				if got := p.May(area); got != want[area] {
					t.Errorf("role %q, area %s: %t, want %t", role, area, got, want[area])
				}
			}
		})
	}
	both := &identity.Principal{Subject: "u1", Roles: []string{"content", "support"}}
	if !both.May(identity.Finance, identity.Support) || both.May(identity.Finance, identity.Admin) || both.May() {
		t.Error("May() of content and support isn't true exactly if support is among the areas")
	}
	var nobody *identity.Principal
	if nobody.May(identity.Areas...) {
		t.Error("May() of a nil principal = true, want false")
	}
}
