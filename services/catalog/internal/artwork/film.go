package artwork

// EditionFilm shows how an edition of a live work is drawn.
type EditionFilm struct {
	// URL is the path of an endless GIF on the public origin. Its first frame is the finished edition.
	URL           string
	Width, Height int
	Bytes         int
	Milliseconds  int
}
