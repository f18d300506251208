package artwork

// Drawing is a picture of a live work's page to draw.
type Drawing struct {
	// Path is the address of the page on the art origin.
	Path          string
	Width, Height int
	// Exact requests a PNG, whose bytes are equal for equal pixels, of a page that throws no error and requests nothing that the origin
	// blocks. Otherwise the picture is a JPEG.
	Exact bool
	// Elsewhere draws in another time zone and language.
	Elsewhere bool
	// Urgent means that a person waits.
	Urgent bool
}

// Film is a GIF of an edition. It is empty for a work that looks the same at all times.
type Film struct {
	File          []byte
	Width, Height int
	Milliseconds  int
}
