package artwork

// MakeRenditions is the job that makes the renditions of a picture.
type MakeRenditions struct {
	Hash string `json:"hash"`
}

// Kind names the job in its queue.
func (MakeRenditions) Kind() string { return "renditions" }
