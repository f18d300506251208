// Command profiles runs the profiles service.
package main

import (
	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/services/profiles"
)

func main() {
	kit.Main("profiles", profiles.Default(), profiles.Open,
		kit.Command[profiles.Config]{Name: "migrate", Help: "bring the database to the newest version", Run: profiles.Migrate},
	)
}
