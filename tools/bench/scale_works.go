package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// vocabulary is the number of different words in titles and descriptions.
const vocabulary = 30_000

var (
	categories = []string{"painting", "photograph", "print", "drawing", "sculpture", "generative", "animation", "collage", "textile", "video", "installation", "on paper"}
	materials  = []string{
		"Oil paint", "Acrylic paint", "Graphite", "Ink", "Watercolour", "Etching", "Lithograph", "Screenprint", "Photograph, gelatin silver print", "Pigment print",
		"Gouache", "Charcoal", "Chalk", "Bronze", "Woodcut", "Mezzotint", "Drypoint", "Code", "Pastel", "Tempera", "Collage", "Aquatint", "Cyanotype", "Plaster", "Steel",
	}
	supports = []string{
		"on canvas", "on paper", "on board", "on wood", "on linen", "on aluminium", "on glass", "on cardboard", "on silk", "on copper",
		"with wax", "with gold leaf", "with thread", "on two sheets", "on vellum", "for screens",
	}
	onsets = []string{"b", "br", "c", "cl", "d", "dr", "f", "fl", "g", "gr", "h", "j", "k", "l", "m", "n", "p", "pl", "qu", "r", "s", "sh", "st", "t", "th", "tr", "v", "w", "y", "z"}
	vowels = []string{"a", "e", "i", "o", "u", "ai", "ea", "ou"}
	codas  = []string{"", "n", "r", "l", "m"}
	sizes  = []int{1, 1, 1, 1, 1, 1, 3, 5, 10, 10, 25, 25, 50, 100, 250}
)

// word returns the i-th of the vocabulary, two or three syllables long. Words don't repeat.
func word(i int) string {
	// A full cycle through the numbers below 2^18, so that neighbours in frequency don't resemble each other.
	n := (i*40_507 + 12_345) & (1<<18 - 1)
	var b strings.Builder
	for range 2 {
		b.WriteString(onsets[n%len(onsets)])
		n /= len(onsets)
		b.WriteString(vowels[n%len(vowels)])
		n /= len(vowels)
	}
	b.WriteString(codas[n%len(codas)])
	return b.String()
}

// collection writes the CSV files of a museum's collection. The titles of a smaller collection are the first titles of a larger one, so that
// the same requests work for both. The frequencies of words, artists and mediums follow Zipf's law, like in real collections.
func collection(dir string, works, artists int) (artistsFile, worksFile string, err error) {
	artistsFile, worksFile = filepath.Join(dir, fmt.Sprintf("artists-%d.csv", works)), filepath.Join(dir, fmt.Sprintf("artworks-%d.csv", works))
	if err := file(artistsFile, func(w io.Writer) { writeArtists(w, artists) }); err != nil {
		return "", "", err
	}
	return artistsFile, worksFile, file(worksFile, func(w io.Writer) { writeWorks(w, works, artists) })
}

func file(path string, write func(io.Writer)) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(out, 1<<20)
	write(w)
	if err := w.Flush(); err != nil {
		_ = out.Close()
		return err
	}
	return out.Close()
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// artistName returns two words of the vocabulary: 997 first names and 7,919 family names, whose pairs don't repeat below 7,895,243.
func artistName(i int) (first, family string) {
	return capital(word(vocabulary + i%997)), capital(word(vocabulary + 1000 + i%7919))
}

func writeArtists(w io.Writer, artists int) {
	_, _ = fmt.Fprintln(w, "id,name,sort_name,birth_year,birth_place,bio")
	for i := range artists {
		first, family := artistName(i)
		_, _ = fmt.Fprintf(w, "%d,%s %s,\"%s, %s\",%d,%s,%s works with %s and %s.\n",
			i+1, first, family, family, first, 1700+i*7%300, capital(word(i%500)), first, word(i%1000), word(i*3%1000))
	}
}

func writeWorks(w io.Writer, works, artists int) {
	_, _ = fmt.Fprintln(w, "id,title,artist_id,category,medium,year,description,edition_size,editions_available,price,image_url,created_at")
	var b strings.Builder
	newest := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range works {
		// Seed the numbers of each artwork separately, so that they don't depend on the number of artworks.
		rng := rand.New(rand.NewPCG(18, uint64(i)))
		common := rand.NewZipf(rng, 1.05, 10, vocabulary-1)
		words := func(n int) string {
			b.Reset()
			for j := range n {
				if j > 0 {
					b.WriteByte(' ')
				}
				b.WriteString(word(int(common.Uint64())))
			}
			return b.String()
		}
		title, description := capital(words(1+rng.IntN(5))), capital(words(8+rng.IntN(18)))
		artist := 1 + int(rand.NewZipf(rng, 1.05, 20, uint64(artists-1)).Uint64())
		category := categories[rand.NewZipf(rng, 1.3, 2, uint64(len(categories)-1)).Uint64()]
		medium := materials[rand.NewZipf(rng, 1.2, 3, uint64(len(materials)-1)).Uint64()] + " " + supports[rand.NewZipf(rng, 1.2, 2, uint64(len(supports)-1)).Uint64()]
		price, size := "", sizes[rng.IntN(len(sizes))]
		if rng.IntN(10) > 0 {
			price = fmt.Sprint(500 * (1 + rng.IntN(40)*rng.IntN(100)))
		}
		_, _ = fmt.Fprintf(w, "%d,%s,%d,%s,\"%s\",%d,%s,%d,%d,%s,https://images.example/%d.jpg,%s\n", i+1, title, artist, category, medium, 1850+rng.IntN(176),
			description, size, size, price, i+1, newest.Add(-time.Duration(rng.IntN(3*365*24*3600))*time.Second).Format(time.RFC3339))
	}
}
