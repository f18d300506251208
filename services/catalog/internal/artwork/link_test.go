package artwork

import "testing"

func TestLinkWaits(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		account, now string
		linkedBefore bool
		want         bool
	}{
		"the first link":         {"b", "", false, false},
		"another account":        {"b", "a", true, true},
		"a link after a removal": {"b", "", true, true},
		"the same account":       {"A@example.org", "a@example.org", true, false},
		"a removal":              {"", "a", true, false},
	} {
		if got := (LinkState{Account: c.now, LinkedBefore: c.linkedBefore}).Waits(c.account); got != c.want {
			t.Errorf("%s: Waits() = %t, want %t", name, got, c.want)
		}
	}
}

func TestLinkByStaff(t *testing.T) {
	t.Parallel()
	linked := LinkState{Account: "a", LinkedBefore: true}
	waiting := LinkState{Account: "a", LinkedBefore: true, Next: "b"}
	for name, c := range map[string]struct {
		now     LinkState
		account string
		delayed bool
		want    LinkChange
	}{
		"the first link":                   {LinkState{}, "a", true, LinkChange{Cancel: true, Set: true}},
		"another account":                  {linked, "b", true, LinkChange{Request: true}},
		"another account, without a delay": {linked, "b", false, LinkChange{Cancel: true, Set: true}},
		"the account that waits":           {waiting, "b", true, LinkChange{}},
		"a third account":                  {waiting, "c", true, LinkChange{Request: true}},
		"the current account again":        {waiting, "a", true, LinkChange{Cancel: true}},
		"a removal":                        {waiting, "", true, LinkChange{Cancel: true, Set: true}},
		"a removal without a link":         {LinkState{LinkedBefore: true}, "", true, LinkChange{Cancel: true}},
	} {
		if got := c.now.ByStaff(c.account, c.delayed); got != c.want {
			t.Errorf("%s: ByStaff() = %+v, want %+v", name, got, c.want)
		}
	}
}

func TestLinkByImport(t *testing.T) {
	t.Parallel()
	linked := LinkState{Account: "a", LinkedBefore: true}
	waiting := LinkState{Account: "a", LinkedBefore: true, Next: "b"}
	staff := LinkState{Account: "a", LinkedBefore: true, Next: "c", NextByStaff: true}
	for name, c := range map[string]struct {
		now                LinkState
		account            string
		unchanged, delayed bool
		want               LinkChange
	}{
		"the first link":                          {LinkState{}, "a", false, true, LinkChange{Set: true}},
		"the same account":                        {linked, "A", true, true, LinkChange{Set: true}},
		"another account":                         {linked, "b", false, true, LinkChange{Request: true}},
		"another account, without a delay":        {linked, "b", false, false, LinkChange{Set: true}},
		"the account that waits":                  {waiting, "B", true, true, LinkChange{}},
		"a third account":                         {waiting, "c", false, true, LinkChange{Request: true}},
		"the former account again":                {waiting, "a", false, true, LinkChange{Cancel: true, Set: true}},
		"no account any more":                     {waiting, "", false, true, LinkChange{Cancel: true, Set: true}},
		"after staff, the same entry":             {staff, "b", true, true, LinkChange{}},
		"after staff, a new entry":                {staff, "b", false, true, LinkChange{Request: true}},
		"after staff, a new entry with theirs":    {staff, "c", false, true, LinkChange{Request: true}},
		"after staff, a new entry with the first": {staff, "a", false, true, LinkChange{Set: true}},
	} {
		if got := c.now.ByImport(c.account, c.unchanged, c.delayed); got != c.want {
			t.Errorf("%s: ByImport() = %+v, want %+v", name, got, c.want)
		}
	}
}
