// Command gateway serves Vitrine's gateway.
package main

import (
	"github.com/vitrine/vitrine/gateway"
	"github.com/vitrine/vitrine/kit"
)

func main() {
	kit.Main("gateway", gateway.Default(), gateway.Open)
}
