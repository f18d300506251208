package studio_test

import (
	"errors"
	"testing"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/studio"
)

func TestReplace(t *testing.T) {
	t.Parallel()
	picture, film, page := &studio.File{Sum: "p"}, &studio.File{Sum: "f"}, &studio.File{Sum: "l"}
	stored := func(change func(*studio.Draft)) *studio.Draft {
		d := &studio.Draft{ArtistID: 1, Version: 3, State: studio.Open, Picture: picture, Text: studio.Text{Title: "Before"}}
		if change != nil {
			change(d)
		}
		return d
	}
	for name, c := range map[string]struct {
		before  func(*studio.Draft)
		version int
		files   studio.Files
		up      studio.Uploads
		want    error // nil, or what errors.Is finds
		picture *studio.File
	}{
		"keeps its picture":             {version: 3, picture: picture},
		"a new picture":                 {version: 3, up: studio.Uploads{Picture: film}, picture: film},
		"drops its picture":             {version: 3, files: studio.Files{DropPicture: true}},
		"of another artist":             {before: func(d *studio.Draft) { d.ArtistID = 2 }, version: 3, want: artwork.ErrNotFound},
		"of another kind":               {before: func(d *studio.Draft) { d.Profile = &studio.Profile{} }, version: 3, want: artwork.ErrNotFound},
		"in review":                     {before: func(d *studio.Draft) { d.State = studio.Submitted }, version: 3, want: studio.ErrState},
		"changed in the meantime":       {version: 2, want: studio.ErrChanged},
		"a creation of a changed draft": {version: 0, want: studio.ErrChanged},
		"a repeated creation":           {before: func(d *studio.Draft) { d.Version = 1 }, version: 0, picture: picture},
		"a film and a page":             {version: 3, up: studio.Uploads{Film: film, Page: page}, want: artwork.ErrInvalid},
		"a film beside its page":        {before: func(d *studio.Draft) { d.Live = &studio.Proof{} }, version: 3, up: studio.Uploads{Film: film}, want: artwork.ErrInvalid},
		"a film instead of its page": {
			before: func(d *studio.Draft) { d.Live = &studio.Proof{} }, version: 3, files: studio.Files{DropLive: true}, up: studio.Uploads{Film: film}, picture: picture,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := studio.Draft{ArtistID: 1, Version: c.version}
			err := d.Replace(stored(c.before), c.files, c.up)
			if !errors.Is(err, c.want) {
				t.Fatalf("Replace() = %v, want %v", err, c.want)
			}
			if err == nil && d.Picture != c.picture {
				t.Errorf("picture = %v, want %v", d.Picture, c.picture)
			}
		})
	}
}

func TestCreate(t *testing.T) {
	t.Parallel()
	var d studio.Draft
	if err := d.Create(studio.MaxDrafts, studio.Uploads{}); !errors.Is(err, studio.ErrTooMany) {
		t.Errorf("Create() beside %d drafts = %v, want ErrTooMany", studio.MaxDrafts, err)
	}
	if err := d.Create(0, studio.Uploads{Film: &studio.File{}, Page: &studio.File{}}); !errors.Is(err, artwork.ErrInvalid) {
		t.Errorf("Create() of a film and a page = %v, want ErrInvalid", err)
	}
	d.Profile = &studio.Profile{Text: artwork.ArtistText{Bio: "New"}}
	if err := d.CreateProfile("Ada", artwork.ArtistText{}, true); !errors.Is(err, studio.ErrChanged) {
		t.Errorf("CreateProfile() beside another one = %v, want ErrChanged", err)
	}
	err := d.CreateProfile("Ada", artwork.ArtistText{Bio: "Old", Portrait: "p", Published: true}, false)
	if err != nil || d.Title != "Ada" || d.Profile.Before != (artwork.ArtistText{Bio: "Old"}) || d.Profile.Text.Bio != "New" {
		t.Errorf("CreateProfile() = %v, draft %+v of %+v, want Ada's texts without portrait and published", err, d.Title, d.Profile)
	}
}

func TestChangesProof(t *testing.T) {
	t.Parallel()
	page, passed, failed := &studio.File{Sum: "1"}, &studio.Proof{Sum: "1", State: studio.ProofPassed}, &studio.Proof{Sum: "1", State: studio.ProofFailed}
	for name, c := range map[string]struct {
		before *studio.Proof
		page   *studio.File
		drop   bool
		want   bool
	}{
		"nothing":                   {},
		"a proven page":             {before: passed},
		"the same page":             {before: passed, page: page},
		"the same page that failed": {before: failed, page: page, want: true},
		"another page":              {before: &studio.Proof{Sum: "2"}, page: page, want: true},
		"the first page":            {page: page, want: true},
		"a removed page":            {before: passed, drop: true, want: true},
		"a page that isn't there":   {drop: true},
	} {
		if got := (studio.Files{DropLive: c.drop}).ChangesProof(c.before, c.page); got != c.want {
			t.Errorf("%s: ChangesProof() = %t, want %t", name, got, c.want)
		}
	}
}

func TestRepeatProof(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		proof *studio.Proof
		again bool
		want  error
	}{
		"no live work":                         {want: studio.ErrState},
		"it waits":                             {proof: &studio.Proof{State: studio.ProofWaiting}},
		"it runs":                              {proof: &studio.Proof{State: studio.ProofRunning}},
		"it passed":                            {proof: &studio.Proof{State: studio.ProofPassed}, want: studio.ErrState},
		"it failed":                            {proof: &studio.Proof{State: studio.ProofFailed}, want: studio.ErrState},
		"it failed for a reason that may pass": {proof: &studio.Proof{State: studio.ProofFailed, Repeatable: true}, again: true},
	} {
		d := studio.Draft{Live: c.proof}
		if again, err := d.RepeatProof(); again != c.again || !errors.Is(err, c.want) {
			t.Errorf("%s: RepeatProof() = %t, %v, want %t, %v", name, again, err, c.again, c.want)
		}
	}
}
