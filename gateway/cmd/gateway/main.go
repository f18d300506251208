// Command gateway serves Vitrine's gateway.
package main

import (
	"github.com/vitrine/vitrine/gateway"
	"github.com/vitrine/vitrine/gateway/internal/limit/redis"
	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/blob/s3"
)

func main() {
	cfg := gateway.Default()
	cfg.Buckets, cfg.Redis = s3.Driver{}, redis.Open
	kit.Main("gateway", cfg, gateway.Open,
		kit.Command[gateway.Config]{Name: "copy-recordings", Help: "copy the files of RECORDINGS_DIR to RECORDINGS_BUCKET; can be repeated", Run: gateway.CopyRecordings},
	)
}
