module github.com/vitrine/vitrine/tools/export

go 1.26.0

require (
	github.com/PuerkitoBio/goquery v1.13.0
	github.com/failsafe-go/failsafe-go v0.9.8
	github.com/tdewolff/parse/v2 v2.8.20
	golang.org/x/net v0.62.0
	golang.org/x/sync v0.25.0
	golang.org/x/time v0.16.0
)

require (
	github.com/andybalholm/cascadia v1.3.4 // indirect
	github.com/bits-and-blooms/bitset v1.24.4 // indirect
	github.com/influxdata/tdigest v0.0.1 // indirect
)
