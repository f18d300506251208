import { env } from './env'
import { isoYear } from './year'

/** Structured data of schema.org, as search engines read it. */
export type Thing = Record<string, unknown> & { '@type': string | string[] }

/** A picture's address for readers outside the site. */
export const absolute = (src: string | null | undefined) => (src ? new URL(src, env().PUBLIC_URL).href : null)

/** The breadcrumbs of a page: names and addresses, the page last. */
export const breadcrumbs = (root: string, ...steps: [name: string, path: string][]): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(([name, path], i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name,
    item: new URL(path, root).href,
  })),
})

interface Human {
  name: string
  url: string
  description?: string
  born?: number | null
  died?: number | null
  place?: string | null
  website?: string | null
  image?: string | null
  role?: string | null
}

export const person = ({
  name,
  url,
  description,
  born,
  died,
  place,
  website,
  image,
  role,
}: Human): Thing => ({
  '@type': 'Person',
  name,
  url,
  description,
  birthDate: born ? isoYear(born) : undefined,
  deathDate: died ? isoYear(died) : undefined,
  homeLocation: place ? { '@type': 'Place', name: place } : undefined,
  sameAs: website ?? undefined,
  image: image ?? undefined,
  jobTitle: role ?? undefined,
})

/** The content of a script element: no `<` can end it early. */
export const scriptOf = (...things: Thing[]) =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replaceAll('<', '\\u003c')
