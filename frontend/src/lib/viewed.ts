import { localStore, storageKey } from './storage'

/** A work whose page was opened in this browser. */
export interface Viewed {
  slug: string
  title: string
  artist: string
}

const key = storageKey('viewed')
const most = 8

/** The works that were opened last, newest first. */
export function viewedWorks(): Viewed[] {
  try {
    const list: unknown = JSON.parse(localStore.getItem(key) ?? '[]')
    return Array.isArray(list) ? (list as Viewed[]).filter((work) => typeof work?.slug === 'string') : []
  } catch {
    return []
  }
}

/** Puts a work at the beginning of the list. */
export function rememberViewed(work: Viewed) {
  const others = viewedWorks().filter(({ slug }) => slug !== work.slug)
  localStore.setItem(key, JSON.stringify([work, ...others].slice(0, most)))
}
