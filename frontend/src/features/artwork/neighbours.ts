import { sessionStore, storageKey } from '@/lib/storage'

const key = storageKey('neighbours')

/** The order in which a visitor last saw works. */
export function rememberNeighbours(slugs: string[]) {
  if (slugs.length > 1) sessionStore.setItem(key, JSON.stringify(slugs))
}

/** The works before and after one, in the order last seen, otherwise in the given order. */
export function neighboursOf(slug: string, offered: string[]): { previous?: string; next?: string } {
  const seen = storedSlugs()
  const order = seen.includes(slug) ? seen : [slug, ...offered]
  const at = order.indexOf(slug)
  return { previous: order[at - 1], next: order[at + 1] }
}

function storedSlugs(): string[] {
  try {
    const value: unknown = JSON.parse(sessionStore.getItem(key) ?? '[]')
    return Array.isArray(value) ? value.filter((slug): slug is string => typeof slug === 'string') : []
  } catch {
    return []
  }
}
