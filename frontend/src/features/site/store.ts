import { create } from 'zustand'

/** What a page can change about the frame around it. Every navigation resets it. */
export interface PageSettings {
  stickyHeader: boolean
}

const defaults: PageSettings = { stickyHeader: true }

interface Site {
  /** The visitor's previous page, without the language: "/artworks/". Null on the first page. */
  previousLocation: string | null
  menuOpen: boolean
  pageSettings: PageSettings
  /** Follows the browser's connectivity. */
  online: boolean
  /** A page has been loading for longer than a second. */
  delayed: boolean
}

export const useSite = create<Site>(() => ({
  previousLocation: null,
  menuOpen: false,
  pageSettings: defaults,
  online: true,
  delayed: false,
}))

/** "/en/artworks/" is "/artworks/", "/en" is "/". */
export const withoutLanguage = (path: string) => path.replace(/^\/[a-z]{2}(?=\/|$)/, '') || '/'

/** The visitor has left `from` for another page. */
export const navigated = (from: string) =>
  useSite.setState({
    previousLocation: withoutLanguage(from),
    menuOpen: false,
    pageSettings: defaults,
    delayed: false,
  })

export const setPage = (settings: Partial<PageSettings>) =>
  useSite.setState(({ pageSettings }) => ({ pageSettings: { ...pageSettings, ...settings } }))
