#!/usr/bin/env python3
"""Writes artists.csv and artworks.csv beside this file: every n-th work of a large collection, 200 in all, with its artists.
usage: excerpt.py <folder with tate-artists.csv.gz and tate-artworks.csv.gz>
The collection is the Tate's open data, released under CC0 1.0; prices, editions and dates are made up."""
import csv, gzip, os, sys

csv.field_size_limit(1 << 24)
here, source = os.path.dirname(os.path.abspath(__file__)), sys.argv[1]


def read(name):
    with gzip.open(os.path.join(source, name), "rt", encoding="utf-8", newline="") as f:
        r = csv.DictReader(f)
        return r.fieldnames, list(r)


def write(name, fields, rows):
    with open(os.path.join(here, name), "w", encoding="utf-8", newline="") as f:
        w = csv.DictWriter(f, fields, lineterminator="\n")
        w.writeheader()
        w.writerows(rows)


fields, works = read("tate-artworks.csv.gz")
works = works[:: len(works) // 200][:200]
write("artworks.csv", fields, works)
need = {w["artist_id"] for w in works}
fields, artists = read("tate-artists.csv.gz")
write("artists.csv", fields, [a for a in artists if a["id"] in need])
