// Command profiles runs the profiles service.
package main

import (
	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/blob/s3"
	"github.com/vitrine/vitrine/services/profiles"
)

func main() {
	cfg := profiles.Default()
	cfg.Buckets = s3.Driver{}
	kit.Main("profiles", cfg, profiles.Open,
		kit.Migrate(profiles.Migrate),
		kit.Command[profiles.Config]{Name: "copy-media", Help: "copy the files of MEDIA_DIR to MEDIA_BUCKET; can be repeated", Run: profiles.CopyMedia},
		kit.Command[profiles.Config]{Name: "export", Help: "write all that is held of a person: export <account id> [<name>…]", Run: profiles.Export, DatabaseOnly: true},
		kit.Command[profiles.Config]{Name: "forget", Help: "remove the personal data of an account: forget [--check] <account id> [<name>…]", Run: profiles.Forget, DatabaseOnly: true},
		kit.Command[profiles.Config]{Name: "hide-collector", Help: "take a collector's public page down, or put it back: hide-collector [--show] <name>", Run: profiles.HideCollector, DatabaseOnly: true},
	)
}
