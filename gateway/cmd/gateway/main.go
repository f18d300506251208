// Command gateway serves Vitrine's gateway.
package main

import (
	"github.com/vitrine/vitrine/gateway"
	"github.com/vitrine/vitrine/kit"
)

func main() {
	kit.Main("gateway", gateway.Default(), gateway.Open,
		kit.Command[gateway.Config]{Name: "copy-recordings", Help: "copy the files of RECORDINGS_DIR to RECORDINGS_BUCKET; can be repeated", Run: gateway.CopyRecordings},
	)
}
