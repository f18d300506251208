/**
 * The most that a page may load, so that none becomes heavier unseen: e2e/addresses.spec.ts fails above it. The commit that raises a number says
 * why.
 */
export const budgets = {
  /** KiB of JavaScript up front, in Brotli: of a page to look at, and of one on which a visitor acts. */
  scripts: { content: 131, acting: 150 },
  /** KiB of HTML in Brotli, and the calls that a page makes before a visitor does anything: the settings, tokens, the phases of each drop. */
  pages: {
    home: { html: 15, calls: 5 },
    artworks: { html: 20, calls: 5 },
    artwork: { html: 14, calls: 4 },
    live: { html: 18, calls: 7 },
    artist: { html: 9, calls: 2 },
    artists: { html: 13, calls: 1 },
    curator: { html: 15, calls: 2 },
    // The server's time, besides the settings and the phases.
    drop: { html: 12, calls: 3 },
    drops: { html: 13, calls: 1 },
    exhibition: { html: 8, calls: 2 },
    blog: { html: 15, calls: 1 },
    post: { html: 11, calls: 2 },
    tv: { html: 10, calls: 1 },
    'artwork-checkout': { html: 7, calls: 2 },
    'artwork-certificate': { html: 7, calls: 2 },
    '/en/invariants/': { html: 6, calls: 2 },
    /** All read the settings. */
    other: { html: 7, calls: 1 },
  },
}

/** The budget of a page by its name in e2e/gallery.ts, or by its path. */
export const pageBudget = (name) => budgets.pages[name] ?? budgets.pages.other
