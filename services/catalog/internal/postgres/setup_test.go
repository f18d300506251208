package postgres_test

import (
	"github.com/vitrine/vitrine/services/catalog/internal/read/readtest"
)

type published = readtest.Published

var (
	now        = readtest.Now
	gallery    = readtest.Gallery
	generated  = readtest.Generated
	open       = readtest.Open
	fill       = readtest.Fill
	address    = readtest.Address
	publishing = readtest.Publishing
)
