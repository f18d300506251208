import type { ColorFamily, SuggestionKind, SuggestionsQuery } from '@/gen/graphql'
import { href } from '@/lib/params'
import type { Viewed } from '@/lib/viewed'
import { count } from '@/lib/words'
import * as t from '@/messages/search'

type Suggestion = SuggestionsQuery['suggestions'][number]

/** The maximum length of a completed text; names need less. */
export const longest = 100

const kinds: Record<SuggestionKind, string> = {
  ARTWORK: t.artwork,
  ARTIST: t.artist,
  DROP: t.drop,
  POST: t.post,
  TECHNIQUE: t.technique,
}

const kindLabel = (kind: SuggestionKind) => kinds[kind]

/** The artwork listing for a text. */
export const searchHref = (lang: string, text: string) => href(`/${lang}/artworks/`, { search: text.trim() })

const folders = { ARTWORK: 'artworks', ARTIST: 'artists', DROP: 'drops', POST: 'blog' } as const

/** The page of a suggestion. A technique has none, so its artworks are listed. */
export const suggestionHref = (lang: string, { kind, slug }: Pick<Suggestion, 'kind' | 'slug'>) =>
  kind === 'TECHNIQUE' ? searchHref(lang, slug) : `/${lang}/${folders[kind]}/${slug}/`

/** Letters without case and accents, one for each character of the text, so that positions don't change. */
const plain = (text: string) =>
  [...text].map((letter) => {
    const [base = letter] = letter.normalize('NFD').toLowerCase()
    return base
  })

const isLetter = (text: string | undefined) => text !== undefined && /[\p{L}\p{N}]/u.test(text)

interface Part {
  text: string
  marked: boolean
}

/** A title in parts; the beginnings of words that match the typed ones are marked. */
export function highlight(title: string, typed: string): Part[] {
  const letters = [...title]
  const bare = plain(title)
  const words = plain(typed)
    .join('')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
  const parts: Part[] = []
  const add = (text: string, marked: boolean) => {
    const last = parts.at(-1)
    if (last?.marked === marked) last.text += text
    else if (text) parts.push({ text, marked })
  }
  for (let at = 0; at < letters.length; ) {
    const starts = isLetter(bare[at]) && !isLetter(bare[at - 1])
    const word =
      starts && words.find((candidate) => bare.slice(at, at + [...candidate].length).join('') === candidate)
    const length = word ? [...word].length : 1
    add(letters.slice(at, at + length).join(''), Boolean(word))
    at += length
  }
  return parts
}

/** One entry of the list below the field. */
interface Option {
  title: string
  href: string
  kind: string
  image?: string | null
  /** Loads the page fully, because its address redirects. */
  leads?: boolean
}

/** Identifies an option in its list: a work may be there as a suggestion and as recently viewed. */
export const keyOf = ({ kind, href }: Option) => `${kind}:${href}`

/** The entries of the palette: a part of the site, or a recently viewed work. */
export function commandsFor(lang: string, viewed: readonly Viewed[]): Option[] {
  const page = (title: string, path: string): Option => ({ title, href: `/${lang}/${path}/`, kind: t.page })
  return [
    { title: t.surpriseMe, href: `/${lang}/surprise/`, kind: t.action, leads: true },
    ...viewed.map(
      ({ slug, title }): Option => ({ title, href: `/${lang}/artworks/${slug}/`, kind: t.recentlyViewed }),
    ),
    page(t.artworks, 'artworks'),
    page(t.artists, 'artists'),
    page(t.drops, 'drops'),
    page(t.blog, 'blog'),
    page(t.collection, 'profile/collection'),
    page(t.saved, 'profile/saved'),
    page(t.orders, 'profile/orders'),
  ]
}

/** The commands with words in their titles that begin like the typed ones; at most two, before the gallery's results. */
export const commandsLike = (commands: readonly Option[], typed: string) =>
  typed.length < 2
    ? []
    : commands.filter(({ title }) => highlight(title, typed).some(({ marked }) => marked)).slice(0, 2)

/** The colours of works, by their names in addresses. */
const colors: Record<Lowercase<ColorFamily>, string> = {
  red: t.red,
  orange: t.orange,
  yellow: t.yellow,
  green: t.green,
  blue: t.blue,
  purple: t.purple,
  pink: t.pink,
  brown: t.brown,
  black: t.black,
  grey: t.grey,
  white: t.white,
}

/** The colours whose names begin like the typed word: each leads to the works that have it. */
export const colorsLike = (lang: string, typed: string): Option[] =>
  typed.length < 2
    ? []
    : Object.entries(colors)
        .filter(([, title]) => title.toLowerCase().startsWith(typed.toLowerCase()))
        .map(([color, title]) => ({ title, href: href(`/${lang}/artworks/`, { color }), kind: t.color }))

export const optionOf = (lang: string, suggestion: Suggestion): Option => ({
  title: suggestion.title,
  href: suggestionHref(lang, suggestion),
  kind: kindLabel(suggestion.kind),
  image: suggestion.image,
})

/** What a screen reader announces about the list below the field. */
export const listSentence = (shown: number) =>
  shown === 0 ? t.noSuggestionsStatus : t.suggestionsStatus(count(shown, 'suggestion'))
