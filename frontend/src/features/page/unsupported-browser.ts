import 'server-only'
import { getPage } from './data'

/** The content page behind two addresses: its own slug and /not-supported-browser/. */
const slug = 'your-browser-is-no-longer-supported'

/** The text for a gallery whose content doesn't have the page: every gallery links to it from old browsers. */
const builtIn = {
  title: 'Your browser is no longer supported',
  body: `Buying a work, and looking at some of them, needs Chrome, Edge or Firefox 111, Safari 16.4, or a newer version. These came out in spring 2023. Older browsers may show works incorrectly and can’t check out.

Update your browser, or get a current version of [Firefox](https://www.mozilla.org/firefox/), [Chrome](https://www.google.com/chrome/) or [Edge](https://www.microsoft.com/edge). On a Mac, an iPhone or an iPad, a system update also updates Safari.

What you own or have reserved stays yours, whichever browser you use.
`,
}

/** Returns the gallery's page about browsers that are too old, or else the built-in one. */
export const getUnsupportedBrowserPage = async () => (await getPage(slug)) ?? builtIn
