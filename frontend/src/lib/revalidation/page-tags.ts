import { routes } from '../exists'
import { idOf } from '../slug'
import { everything } from './tags'

/** The tag of an entry and the tags of everything else on its page, by the first segment of its address. */
const entries: Record<string, (slug: string) => string[]> = {
  artworks: (slug) => ['artworks', 'categories', ...one('artwork', slug)],
  artists: (slug) => ['artists', 'artworks', ...one('artist', slug)],
  curators: (slug) => ['curators', 'artworks', ...one('curator', slug)],
  drops: (slug) => ['drops', 'artworks', ...one('drop', slug)],
  blog: (slug) => ['posts', 'curators', 'artworks', ...one('post', slug)],
}

const lists: Record<string, string[]> = {
  artworks: ['artworks', 'artists', 'categories'],
  artists: ['artists'],
  curators: ['curators', 'drops'],
  drops: ['drops'],
  blog: ['posts'],
}

const one = (kind: string, slug: string) => {
  const id = idOf(slug)
  return id ? [`${kind}:${id}`] : []
}

/**
 * The tags of a public page's content, for the path without its language, such as "/artworks/tide-12/". The events that revalidate the page
 * here also purge it from a CDN. Null for every page that a CDN must not cache: profile, checkout, approvals, collectors, and all pages that
 * are not listed.
 */
export function tagsOfPage(path: string): string[] | null {
  const [kind, slug, further, ...rest] = path.split('/').filter(Boolean)
  if (!kind) return [...everything]
  if (rest.length > 0 || (further && !(kind === 'drops' && further === 'exhibition'))) return null
  if (slug) return entries[kind]?.(slug) ?? null
  return lists[kind] ?? (routes.has(kind) ? null : ['pages'])
}
