package identity

import "slices"

// Area is a field of work of gallery staff. A role grants access to areas.
type Area string

// The areas.
const (
	// Content is artworks, posts and everything else that the site shows.
	Content Area = "content"
	// Support is help for buyers: reading orders and their documents.
	Support Area = "support"
	// Finance is decisions about money and tokens: refunds, reviews, releases, withdrawals above a limit, accounts of artists.
	Finance Area = "finance"
	// Admin is decisions about accounts.
	Admin Area = "admin"
)

// Areas are all areas.
var Areas = []Area{Content, Support, Finance, Admin}

// Roles are all roles that an account can have. The role staff grants every area but admin; any other role grants the area of its name.
var Roles = []string{"approver", "artist", "staff", string(Content), string(Support), string(Finance), string(Admin)}

// May reports whether the principal has a role in one of the areas.
func (p *Principal) May(areas ...Area) bool {
	return slices.ContainsFunc(areas, func(area Area) bool {
		return p.Has(string(area)) || area != Admin && p.Has("staff")
	})
}
