package catalog_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"google.golang.org/protobuf/proto"

	"github.com/vitrine/vitrine/kit/testkit"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/services/catalog"
)

// heard are the events that a catalog published, with short names such as "changed 1".
type heard struct {
	t      *testing.T
	mu     sync.Mutex
	events map[string]proto.Message
	names  []string // in the order in which they came
}

// listen records every event of the catalog from now on.
func listen(t *testing.T, url string) *heard {
	t.Helper()
	h := &heard{t: t, events: map[string]proto.Message{}}
	nc, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	if _, err = nc.Subscribe("vitrine.catalog.>", h.note); err == nil {
		err = nc.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
	return h
}

var entryNames = map[catalogv1.EntryKind]string{
	catalogv1.EntryKind_ENTRY_KIND_ARTIST: "artist", catalogv1.EntryKind_ENTRY_KIND_CURATOR: "curator",
	catalogv1.EntryKind_ENTRY_KIND_DROP: "drop", catalogv1.EntryKind_ENTRY_KIND_POST: "post",
	catalogv1.EntryKind_ENTRY_KIND_PAGE: "page",
}

func (h *heard) note(msg *nats.Msg) {
	var m proto.Message
	var name func() string
	switch kind := msg.Header.Get("Vitrine-Message"); kind {
	case "vitrine.catalog.v1.ArtworkPublished":
		e := &catalogv1.ArtworkPublished{}
		m, name = e, func() string { return fmt.Sprintf("published %d", e.GetArtwork().GetOffer().GetArtworkId()) }
	case "vitrine.catalog.v1.ArtworkChanged":
		e := &catalogv1.ArtworkChanged{}
		m, name = e, func() string { return fmt.Sprintf("changed %d", e.GetArtwork().GetOffer().GetArtworkId()) }
	case "vitrine.catalog.v1.ArtworkUnpublished":
		e := &catalogv1.ArtworkUnpublished{}
		m, name = e, func() string { return fmt.Sprintf("unpublished %d", e.GetArtworkId()) }
	case "vitrine.catalog.v1.AvailabilityChanged":
		e := &catalogv1.AvailabilityChanged{}
		m, name = e, func() string { return fmt.Sprintf("availability %d", e.GetArtworkId()) }
	case "vitrine.catalog.v1.ArtistLinkRequested":
		e := &catalogv1.ArtistLinkRequested{}
		m, name = e, func() string { return fmt.Sprintf("link requested %d", e.GetArtistId()) }
	case "vitrine.catalog.v1.DraftMoved":
		e := &catalogv1.DraftMoved{}
		m, name = e, func() string {
			return fmt.Sprintf("draft %s %d", strings.TrimPrefix(e.GetState().String(), "DRAFT_STATE_"), e.GetVersion())
		}
	case "vitrine.catalog.v1.EntryChanged":
		e := &catalogv1.EntryChanged{}
		m, name = e, func() string { return fmt.Sprintf("entry %s %d", entryNames[e.GetKind()], e.GetId()) }
	case "vitrine.catalog.v1.ContentImported":
		e := &catalogv1.ContentImported{}
		m, name = e, func() string { return "imported " + e.GetSource() }
	default:
		h.t.Errorf("an event of the kind %q", kind)
		return
	}
	if err := proto.Unmarshal(msg.Data, m); err != nil {
		h.t.Error(err)
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.events[name()] = m
	h.names = append(h.names, name())
}

// await returns the last event of a name once there is one.
func (h *heard) await(name string) proto.Message {
	h.t.Helper()
	var m proto.Message
	testkit.Eventually(h.t, 30*time.Second, func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		m = h.events[name]
		return m != nil
	})
	return m
}

// forget drops the events so far. All of them must have arrived.
func (h *heard) forget() {
	h.mu.Lock()
	defer h.mu.Unlock()
	clear(h.events)
	h.names = nil
}

// only fails unless exactly these events came since the last forget, in any order.
func (h *heard) only(names ...string) {
	h.t.Helper()
	for _, n := range names {
		h.await(n)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	got := slices.Sorted(slices.Values(h.names))
	slices.Sort(names)
	if !slices.Equal(got, names) {
		h.t.Errorf("events: %q, want %q", got, names)
	}
}

// TestImportsPublishEvents checks what an import, an equal one and an edited one publish.
func TestImportsPublishEvents(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) { h.cfg.RenditionWorkers = 0 }) // renditions are changes, too
	h.only("published 1", "published 2", "published 4", "imported content")
	first, _ := h.await("published 1").(*catalogv1.ArtworkPublished)
	o := first.GetArtwork().GetOffer()
	if o.GetSlug() != "work-1-1" || o.GetPrice().GetAmount() != 125000 || o.GetPrice().GetCurrency() != "USD" || o.GetEditionSize() != 5 ||
		fmt.Sprint(o.GetWithheld()) != "[4 5]" || o.GetArtistId() != 3 || first.GetArtwork().GetCategory() != "image" || fmt.Sprint(first.GetArtwork().GetCuratorIds()) != "[1]" || first.GetAt() == nil {
		t.Errorf("ArtworkPublished = %v, want work-1-1 for 1250.00 USD, 5 editions with 4 and 5 withheld, artist 3, curator 1", first)
	}
	if two, _ := h.await("published 2").(*catalogv1.ArtworkPublished); two.GetArtwork().GetDropId() != 1 || two.GetArtwork().GetOffer().GetSaleStartsAt().AsTime().Year() != 2190 {
		t.Errorf("ArtworkPublished with a drop = %v, want drop 1 and a sale that starts in 2190", two)
	}
	imported, _ := h.await("imported content").(*catalogv1.ContentImported)
	if imported.GetWritten() == 0 || imported.GetRemoved() != 0 || !imported.GetArtworksListed() || imported.GetLastId() < 9 || imported.GetVersion() < first.GetArtwork().GetVersion() {
		t.Errorf("ContentImported = %v, want artworks listed up to id 9 or later, none removed", imported)
	}

	h.forget()
	h.importContent() // the same again: nothing happened
	h.write("artworks/w1.md", "---\nid: 1\ntitle: Work One\nartist: 3\ncategory: image\neditionSize: 5\npublishedAt: 2026-01-01T00:00:00Z\nmedia:\n  - {file: dot.png, alt: A dot}\n---\n")
	h.remove("artworks/w4.md")
	h.write("artworks/draft.md", "---\nid: 5\ntitle: Draft\nartist: 3\ncategory: image\neditionSize: 1\npublishedAt: 2026-01-01T00:00:00Z\npublished: false\nmedia:\n  - {file: dot.png, alt: A dot}\n---\n")
	h.importContent()
	h.only("changed 1", "unpublished 4", "imported content")
	changed, _ := h.await("changed 1").(*catalogv1.ArtworkChanged)
	if w := changed.GetArtwork(); w.GetOffer().GetSlug() != "work-one-1" || w.GetOffer().GetPrice() != nil || w.GetVersion() <= first.GetArtwork().GetVersion() {
		t.Errorf("ArtworkChanged = %v, want work-one-1 without a price, newer than version %d", changed, first.GetArtwork().GetVersion())
	}
	if gone, _ := h.await("unpublished 4").(*catalogv1.ArtworkUnpublished); gone.GetSlug() != "work-4-4" || gone.GetArtistId() != 3 || gone.GetVersion() <= first.GetArtwork().GetVersion() {
		t.Errorf("ArtworkUnpublished = %v, want work-4-4 of artist 3, newer than version %d", gone, first.GetArtwork().GetVersion())
	}
}

// TestAnEventNeedsItsChange checks that a change which fails publishes nothing.
func TestAnEventNeedsItsChange(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) { h.cfg.RenditionWorkers = 0 })
	h.only("published 1", "published 2", "published 4", "imported content")
	h.forget()
	if got := h.as(staff, `mutation{updateArtwork(id:"1",input:{title:"New",category:"none"}){id}}`); got == "" {
		t.Error("no response")
	}
	h.want(staff, `mutation{updateArtwork(id:"1",input:{title:"Work 1"}){id}}`, `{"data":{"updateArtwork":{"id":"1"}}}`) // as it is
	h.want(staff, `mutation{updateArtwork(id:"2",input:{medium:"Chalk"}){id}}`, `{"data":{"updateArtwork":{"id":"2"}}}`)
	h.only("changed 2")
}

// TestBulkImportsPublishOneEvent checks that an import of very many artworks does not publish an event for each.
func TestBulkImportsPublishOneEvent(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) { h.cfg.RenditionWorkers = 0 })
	h.only("published 1", "published 2", "published 4", "imported content")
	h.forget()
	const many = 1001
	csv := "id,title,artist_id,category,edition_size,editions_available,created_at\n"
	for i := range many {
		csv += fmt.Sprintf("%d,Work %d,1,print,1,1,2026-01-01T00:00:00Z\n", i+1, i+1)
	}
	h.write("artists.csv", "id,name\n1,Ada\n")
	h.write("artworks.csv", csv)
	if err := catalog.ImportCSV(t.Context(), h.cfg, testkit.Log(t), []string{
		"--artists", h.folder + "/artists.csv", "--artworks", h.folder + "/artworks.csv", "--source", "museum", "--id-base", "1000000",
	}); err != nil {
		t.Fatal(err)
	}
	h.only("imported museum")
	e, _ := h.await("imported museum").(*catalogv1.ContentImported)
	if e.GetArtworksListed() || e.GetFirstId() != 1000000 || e.GetLastId() < 1000000+many || e.GetWritten() != many+1 {
		t.Errorf("ContentImported = %v, want %d written from id 1000000, artworks not listed", e, many+1)
	}
}

// passed imports a gallery whose drop opens soon, and waits until it has opened while no catalog runs.
func passed(h *fixture) {
	h.t.Helper()
	h.cfg.RenditionWorkers = 0
	opens := time.Now().Add(time.Second)
	h.write("drops/d.md", fmt.Sprintf("---\nid: 1\ntitle: Soon\nstartsAt: %s\ncurator: 1\n---\n", opens.Format(time.RFC3339Nano)))
	h.write("artworks/later.md", fmt.Sprintf("---\nid: 9\ntitle: Later\nartist: 3\ncategory: image\neditionSize: 5\npublishedAt: %s\nmedia:\n  - {file: dot.png, alt: A dot}\n---\n", opens.Format(time.RFC3339Nano)))
	h.write("posts/later.md", fmt.Sprintf("---\nid: 2\ntitle: Later\ncategory: press\ndate: %s\n---\nText\n", opens.Format(time.RFC3339Nano)))
	h.importContent()
	testkit.Eventually(h.t, 10*time.Second, func() bool { return time.Now().After(opens) })
}

// TestPastTimesAreCaughtUp checks what came public and what opened while no catalog ran.
func TestPastTimesAreCaughtUp(t *testing.T) {
	t.Parallel()
	h := setup(t, passed)
	h.only("published 1", "published 2", "published 4", "imported content", "changed 2", "entry drop 1", "entry post 2", "published 9")
	// Another replica, or the same one started again, has nothing to add.
	h.forget()
	h.another(h.cfg, testkit.Log(t))
	h.want(staff, `mutation{unpublishPost(slug:"news-1"){id}}`, `{"data":{"unpublishPost":{"id":"1"}}}`)
	h.only("entry post 1")
}

// TestAListingThatMissesWorksIsRepaired: a slow import may end after a scheduled time that was in its future. The scheduler passed that
// time before the import committed.
func TestAListingThatMissesWorksIsRepaired(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) {
		h.importContent()
		pool := testkit.Pool(h.t, h.cfg.DatabaseURL)
		if _, err := pool.Exec(h.t.Context(), "DELETE FROM listed WHERE artwork_id = 1; UPDATE listing_ranges SET works = works - 1"); err != nil {
			h.t.Fatal(err)
		}
	})
	testkit.Eventually(t, 10*time.Second, func() bool {
		return h.as(nil, `{artworks{totalCount items{id}}}`) == `{"data":{"artworks":{"totalCount":3,"items":[{"id":"4"},{"id":"2"},{"id":"1"}]}}}`
	})
}
