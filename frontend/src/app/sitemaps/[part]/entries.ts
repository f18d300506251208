import { listArtists } from '@/features/artist/data'
import { listArtworkSlugs } from '@/features/artwork/data'
import { listCurators } from '@/features/curator/data'
import { listDrops } from '@/features/drop/data'
import { getPage } from '@/features/page/data'
import { listPosts } from '@/features/post/data'
import type { Window } from '@/lib/phases/model'
import { latest } from '@/lib/xml'

export interface Entry {
  /** Below the language: "artworks/tide-1/". */
  path: string
  /** RFC 3339. */
  changed?: string | null
}

interface List {
  items: { slug: string; publishedAt?: string | null; sale?: Window }[]
  pageCount: number
}

/** The number of the data API's pages per part, with 27 addresses each: far below the 50,000 that a sitemap may have. */
const pagesOfPart = 200

const lists = {
  artworks: (page: number): Promise<List> => listArtworkSlugs(page),
  artists: (page: number): Promise<List> => listArtists({ page }),
  drops: (page: number): Promise<List> => listDrops({ page }),
  blog: (page: number): Promise<List> => listPosts({ page }),
} as const

type Name = keyof typeof lists

const names = Object.keys(lists) as Name[]
const contentPages = ['terms-and-conditions', 'privacy-policy', 'impressum', 'support', 'more']

/** The names of all parts: "pages-1", "artworks-1", "artworks-2", … */
export async function parts(): Promise<string[]> {
  const counted = await Promise.all(
    names.map(async (name) => {
      const { pageCount } = await lists[name](1)
      return Array.from({ length: Math.ceil(pageCount / pagesOfPart) }, (_, i) => `${name}-${i + 1}`)
    }),
  )
  return ['pages-1', ...counted.flat()]
}

/** The content of a part, or null if the part doesn't exist. */
export async function entriesOf(part: string): Promise<Entry[] | null> {
  if (part === 'pages-1') return pages()
  const [, name, number] = /^([a-z]+)-([1-9]\d{0,4})$/.exec(part) ?? []
  const ask = names.includes(name as Name) ? lists[name as Name] : undefined
  if (!ask) return null
  const from = (Number(number) - 1) * pagesOfPart + 1
  const { items, pageCount } = await ask(from)
  if (from > 1 && items.length === 0) return null
  const entries = [...items]
  for (let page = from + 1; page <= Math.min(pageCount, from + pagesOfPart - 1); page++) {
    entries.push(...(await ask(page)).items)
  }
  // A page changes when its work is published, and when its drop opens or closes.
  return entries.map(({ slug, publishedAt, sale }) => ({
    path: `${name}/${slug}/`,
    changed: latest([publishedAt, sale?.startsAt, sale?.endsAt]),
  }))
}

async function pages(): Promise<Entry[]> {
  const [curators, texts] = await Promise.all([
    listCurators(),
    Promise.all(contentPages.map((slug) => getPage(slug))),
  ])
  return [
    ...['', 'artworks/', 'artists/', 'curators/', 'drops/', 'blog/', 'tv/', 'verify/', 'invariants/'].map(
      (path) => ({
        path,
      }),
    ),
    ...curators.map(({ slug }) => ({ path: `curators/${slug}/` })),
    ...texts.flatMap((page) => (page ? [{ path: `${page.slug}/`, changed: page.updatedAt }] : [])),
  ]
}
