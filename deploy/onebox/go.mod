module github.com/vitrine/vitrine/deploy/onebox

go 1.26
