package read_test

import (
	"github.com/vitrine/vitrine/services/catalog/internal/read/readtest"
)

type (
	published = readtest.Published
	catalog   = readtest.Catalog
)

var (
	now       = readtest.Now
	gallery   = readtest.Gallery
	generated = readtest.Generated
	open      = readtest.Open
	opened    = readtest.Opened
	fill      = readtest.Fill
	address   = readtest.Address
	migrate   = readtest.Migrate
)
