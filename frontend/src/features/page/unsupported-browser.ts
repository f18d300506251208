import * as t from '@/messages/pages'
import 'server-only'
import { getPage } from './data'

/** The content page behind two addresses: its own slug and /not-supported-browser/. */
const slug = 'your-browser-is-no-longer-supported'

/** The text for a gallery whose content doesn't have the page, because every gallery links to it from old browsers. */
const builtIn = {
  title: t.unsupportedBrowser,
  body: t.unsupportedBrowserBody,
}

/** Returns the gallery's page about browsers that are too old, or the built-in one. */
export const getUnsupportedBrowserPage = async () => (await getPage(slug)) ?? builtIn
