import type {
  ArtworkCardFragment,
  ArtworkFilter,
  ArtworkQuery,
  ArtworkSort,
  Availability,
  ColorFamily,
} from '@/gen/graphql'
import { decimal, formatMoney, parseMajor } from '@/lib/money'
import { all, first, href, orderIn, pageOf, type RawParams } from '@/lib/params'
import { type Offered, priceIn, workOf } from '@/lib/phases/model'
import { count, list } from '@/lib/words'
import * as t from '@/messages/artworks'
import { offerWords } from '@/messages/offer'
import { rangeOf } from '@/ui/range'

/** The gallery has one currency. Amounts in addresses are whole units of it. */

export const editionSizes = [
  ['1', t.unique],
  ['2-10', t.from2To10],
  ['11-50', t.from11To50],
  ['51-100', t.from51To100],
  ['101-', t.moreThan100],
] as const

/** Ranges of prices to choose from, in whole units of the shop's currency. */
export const pricesIn = (currency: string) =>
  ['-100', '100-500', '500-1000', '1000-5000', '5000-'].map(
    (range) => [range, priceLabel(range, currency)] as const,
  )

export const availabilities: readonly [Availability, string][] = [
  ['AVAILABLE', t.available],
  ['RESERVED', t.reservedNow],
  ['UPCOMING', t.upcoming],
  ['SOLD_OUT', t.soldOut],
]

const colors: readonly ColorFamily[] = [
  'RED',
  'ORANGE',
  'YELLOW',
  'GREEN',
  'BLUE',
  'PURPLE',
  'PINK',
  'BROWN',
  'BLACK',
  'GREY',
  'WHITE',
]

/** "Blue": the name of a colour. */
export const colorLabel = (color: ColorFamily) => color.charAt(0) + color.slice(1).toLowerCase()

const sorts: readonly [ArtworkSort, string][] = [
  ['NEWEST', t.newest],
  ['OLDEST', t.oldest],
  ['PRICE_ASC', t.priceLowToHigh],
  ['PRICE_DESC', t.priceHighToLow],
  ['EDITION_ASC', t.editionSizeAscending],
  ['EDITION_DESC', t.editionSizeDescending],
  ['ARTIST', t.artistAToZ],
  ['TITLE', t.titleAToZ],
]

/** The available orders, the default first: a search has its own default. */
export const sortsFor = (search: string): readonly [ArtworkSort, string][] =>
  search ? [['RELEVANCE', t.relevance], ...sorts] : sorts

export interface ListingQuery {
  search: string
  category: string[]
  editionSize: string
  price: string
  availability: Availability[]
  color: ColorFamily[]
  /** Names of techniques. */
  technique: string[]
  /** Only works that can be bought now. */
  reduced: boolean
  sort: ArtworkSort
  page: number
}

/** The two ends of a range for the fields; empty for a predefined range. */
export function endsOf(text: string, choices: readonly (readonly [string, string])[]): [string, string] {
  const range = choices.some(([value]) => value === text) ? null : parseRange(text)
  return [String(range?.min ?? ''), String(range?.max ?? '')]
}

const rangePattern = /^(\d{0,9})(?:(-)(\d{0,9}))?$/

/** "2-10", "101-", "-100" and "1" as a range; null for anything else. */
export function parseRange(text: string): { min?: number; max?: number } | null {
  const match = rangePattern.exec(text)
  if (!match || (!match[1] && !match[3])) return null
  const min = match[1] ? Number(match[1]) : undefined
  const max = match[2] ? (match[3] ? Number(match[3]) : undefined) : min
  if (min !== undefined && max !== undefined && min > max) return null
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}

/** Reads an address. It ignores unknown values, so that old links still work. */
export function parseListing(params: RawParams): ListingQuery {
  const search = (first(params, 'search') ?? '').slice(0, 200)
  const range = (key: string) => {
    const text = first(params, key) ?? ''
    return parseRange(text) ? text : ''
  }
  const reduced = first(params, 'reduced') === '1'
  // A form without scripts sends its custom fields separately.
  const free = rangeOf(first(params, 'priceMin'), first(params, 'priceMax'))
  const sort = first(params, 'sort')?.toUpperCase()
  const orders = sortsFor(search)
  return {
    search,
    category: all(params, 'category'),
    editionSize: range('editionSize'),
    price: parseRange(free) ? free : range('price'),
    availability: (reduced ? [] : all(params, 'availability'))
      .map((value) => value.toUpperCase())
      .flatMap((value) => availabilities.find(([known]) => known === value)?.[0] ?? []),
    color: all(params, 'color')
      .map((value) => value.toUpperCase())
      .flatMap((value) => colors.find((known) => known === value) ?? []),
    technique: all(params, 'technique').slice(0, 20),
    reduced,
    sort: (orders.find(([value]) => value === sort) ?? orders[0]!)[0],
    page: pageOf(params),
  }
}

/** The listing's address for a query, without defaults. */
export function listingHref(path: string, query: ListingQuery) {
  const { search, category, editionSize, price, availability, color, technique, reduced, sort, page } = query
  return href(path, {
    search,
    category,
    editionSize,
    price,
    availability: availability.map((value) => value.toLowerCase()),
    color: color.map((value) => value.toLowerCase()),
    technique,
    reduced: reduced ? '1' : undefined,
    sort: orderIn(sortsFor(search), sort),
    page,
  })
}

/** The largest number that the data API accepts in a range. */
const maxInt = 2_147_483_647

export function toFilter(
  { search, category, editionSize, price, availability, color, technique, reduced }: ListingQuery,
  currency: string,
): ArtworkFilter {
  const filter: ArtworkFilter = {}
  if (search) filter.search = search
  if (category.length) filter.category = category
  if (availability.length) filter.availability = availability
  if (color.length) filter.color = color
  if (technique.length) filter.technique = technique
  if (reduced) filter.availability = ['AVAILABLE']
  const size = parseRange(editionSize)
  if (size) filter.editionSize = { min: clamp(size.min), max: clamp(size.max) }
  const paid = parseRange(price)
  if (paid) filter.purchasePrice = { min: minor(paid.min, currency), max: minor(paid.max, currency) }
  return filter
}

const clamp = (value: number | undefined) => (value === undefined ? undefined : Math.min(value, maxInt))

function minor(whole: number | undefined, currency: string) {
  const value = whole === undefined ? null : parseMajor(String(whole), currency)
  if (value === null) return undefined
  return value > BigInt(maxInt) ? maxInt : Number(value)
}

/** What the listing hides by default, as a sentence; null if nothing. */
export const hiddenNote = ({ price }: Pick<ListingQuery, 'price'>) =>
  price ? t.unpricedWorksAreHidden : null

interface Chip {
  filter: string
  value: string
  href: string
}

/** One removable chip for each active filter. */
export function chipsOf(
  path: string,
  query: ListingQuery,
  currency: string,
  categoryName: (slug: string) => string,
): Chip[] {
  const chips: Chip[] = []
  const without = (change: Partial<ListingQuery>) => {
    const next = { ...query, page: 1, ...change }
    if (!next.search && next.sort === 'RELEVANCE') next.sort = 'NEWEST'
    return listingHref(path, next)
  }
  if (query.search) chips.push({ filter: t.search, value: query.search, href: without({ search: '' }) })
  for (const slug of query.category) {
    chips.push({
      filter: t.category,
      value: categoryName(slug),
      href: without({ category: query.category.filter((other) => other !== slug) }),
    })
  }
  if (query.editionSize) {
    chips.push({
      filter: t.editionSize,
      value: sizeLabel(query.editionSize),
      href: without({ editionSize: '' }),
    })
  }
  if (query.price)
    chips.push({ filter: t.price, value: priceLabel(query.price, currency), href: without({ price: '' }) })
  for (const value of query.availability) {
    chips.push({
      filter: t.availability,
      value: availabilities.find(([known]) => known === value)?.[1] ?? value,
      href: without({ availability: query.availability.filter((other) => other !== value) }),
    })
  }
  for (const value of query.color) {
    chips.push({
      filter: t.color,
      value: colorLabel(value),
      href: without({ color: query.color.filter((other) => other !== value) }),
    })
  }
  for (const value of query.technique) {
    chips.push({
      filter: t.technique,
      value,
      href: without({ technique: query.technique.filter((other) => other !== value) }),
    })
  }
  if (query.reduced)
    chips.push({ filter: t.show, value: t.availableOnlyChip, href: without({ reduced: false }) })
  return chips
}

/** "3 to 7" for a size in the address that isn't a predefined choice. */
export function sizeLabel(text: string) {
  const known = editionSizes.find(([value]) => value === text)?.[1]
  if (known) return known
  const { min, max } = parseRange(text) ?? {}
  if (min === max) return String(min)
  if (min === undefined) return t.upTo(max ?? '')
  return max === undefined ? t.andMore(min) : t.range(min, max)
}

function priceLabel(text: string, currency: string) {
  const { min, max } = parseRange(text) ?? {}
  const money = (whole: number) =>
    formatMoney({
      amount: (parseMajor(String(whole), currency) ?? 0n).toString(),
      currency,
    })
  if (min === undefined) return t.upToPrice(money(max ?? 0))
  return max === undefined ? t.andMore(money(min)) : t.range(money(min), money(max))
}

export const editionLabel = (size: number) =>
  size === 1 ? t.unique : t.editionOf(size.toLocaleString('en-US'))

type Priced = Pick<ArtworkCardFragment, 'availability' | 'purchasePrice' | 'editionSize'> &
  Pick<Offered, 'offer'>

/** The second half of a card's last line: the price, or why the work cannot be bought. */
export const offerLabel = (work: Priced) =>
  offerWords(work.editionSize, work.offer ?? { availability: work.availability, price: work.purchasePrice })

/** The price that the page of a work shows; empty without one, and once its drop doesn't sell it any more. */
export function shownPrice({ purchasePrice, offer }: Pick<Priced, 'purchasePrice' | 'offer'>) {
  const price = offer ? priceIn(offer) : purchasePrice
  return price ? formatMoney(price) : ''
}

/** Whether the work can't be bought, now or ever: it is sold, was left over from a drop, or has no price. */
export const isGone = ({ availability, purchasePrice }: Pick<Priced, 'availability' | 'purchasePrice'>) =>
  availability === 'SOLD_OUT' ||
  availability === 'NOT_FOR_SALE' ||
  (availability === 'AVAILABLE' && !purchasePrice)

/** A work of a gallery that has closed its sales: unsold works are still shown, without a price. */
export const unsold = <Work extends Pick<Priced, 'availability' | 'purchasePrice'>>(artwork: Work): Work =>
  artwork.availability === 'SOLD_OUT'
    ? artwork
    : { ...artwork, availability: 'NOT_FOR_SALE', purchasePrice: null }

export const traded: readonly Availability[] = ['AVAILABLE', 'RESERVED', 'SOLD_OUT']

/** Whether an artwork on sale changes between two states by being reserved, released or sold. Its page has texts for both. */
export const isTraded = (
  { availability, purchasePrice }: Pick<Priced, 'availability' | 'purchasePrice'>,
  before: Availability = availability,
) => purchasePrice !== null && traded.includes(availability) && traded.includes(before)

/** What a visitor can request an email about while a work can't be bought: its drop opens, or an edition becomes available. */
export function reminderOf({
  id,
  availability,
  drop,
}: Pick<NonNullable<ArtworkQuery['artwork']>, 'id' | 'availability' | 'drop'>) {
  const work = { kind: 'artwork', id } as const
  switch (availability) {
    case 'UPCOMING':
      return drop?.status === 'UPCOMING' ? ({ kind: 'drop', id: drop.id } as const) : null
    case 'RESERVED':
    case 'SOLD_OUT':
      return work
    case 'NOT_FOR_SALE':
      return drop?.status === 'ENDED' ? work : null
    default:
      return null
  }
}

/** The data of the buy button. Only editions of live works differ, so only there a visitor chooses one. */
export const buyOf = ({
  id,
  slug,
  editionSize,
  media,
  currentDropId,
}: Pick<
  NonNullable<ArtworkQuery['artwork']>,
  'id' | 'slug' | 'editionSize' | 'media' | 'currentDropId'
>) => ({
  artworkId: id,
  slug,
  drop: currentDropId,
  size: media[0]?.generatorPath ? editionSize : 1,
})

/** When a work that is in stock can be bought, for the parts of its page that wait for its drop's phases. */
export const gateOf = (
  artwork: Pick<
    NonNullable<ArtworkQuery['artwork']>,
    'id' | 'availability' | 'purchasePrice' | 'currentDropId' | 'drop'
  > &
    Pick<Offered, 'offer'>,
) => ({
  drop: artwork.currentDropId,
  work: { ...workOf(artwork), availability: 'AVAILABLE' as const },
  window: artwork.drop && { startsAt: artwork.drop.startsAt, endsAt: artwork.drop.endsAt },
  open: artwork.availability === 'AVAILABLE' ? artwork.offer?.open : undefined,
})

/** Whether a work is an audio recording, which is a film with a still picture. */
export const isSound = ({ category }: Pick<ArtworkCardFragment, 'category'>) => category === 'audio'

/** The recording of a work that is drawn live: it plays beside the work, because its own picture is another drawing. */
export const recordingOf = <Media extends Pick<ArtworkCardFragment['media'][number], 'kind' | 'url'>>(
  artwork: Pick<ArtworkCardFragment, 'category'>,
  [face, ...views]: readonly Media[],
) =>
  isSound(artwork) && face?.kind === 'GENERATOR'
    ? views.find(({ kind, url }) => kind === 'VIDEO' && url !== null)
    : undefined

/** Works that can be bought now first, otherwise in the given order. */
export function buyableFirst<Work extends Pick<Priced, 'availability' | 'offer'>>(works: readonly Work[]) {
  const open = ({ availability, offer }: Work) => offer?.open ?? availability === 'AVAILABLE'
  return [...works.filter(open), ...works.filter((work) => !open(work))]
}

/** The search for works made the same way: "Elementary automaton, still image" is "elementary or automaton". */
export const similarSearchOf = (medium: string | null) =>
  (medium?.split(',')[0] ?? '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}-]+/u)
    .filter((word) => word.length > 3)
    .join(t.orSeparator)

/** "16 seconds", "2 minutes 5 seconds": the length of a film or a recording. */
export function lengthOf(seconds: number) {
  const whole = Math.max(1, Math.round(seconds))
  const parts: [number, string][] = [
    [Math.floor(whole / 60), 'minute'],
    [whole % 60, 'second'],
  ]
  return parts
    .filter(([n]) => n > 0)
    .map(([n, unit]) => count(n, unit))
    .join(' ')
}

/** Whether renditions of a work's file or still are still to be made. False for films without a still, and for files that this deployment doesn't store. */
export const isComing = ({
  url,
  poster,
  sourceUrl,
  renditions,
}: Pick<ArtworkCardFragment['media'][number], 'url' | 'poster' | 'sourceUrl' | 'renditions'>) => {
  const still = poster ?? url
  // The file of a protected work has no address.
  const picture =
    still === null ? sourceUrl === null : /^\/assets\/.+\.(webp|avif|png|jpe?g|gif)$/.test(still)
  return picture && renditions.length === 0
}

const chains: Record<number, string> = { 1: t.ethereum, 100: t.gnosis, 31337: t.localTestChain }

export const chainName = (chainId: number) => chains[chainId] ?? t.unknownChain(chainId)

const formats: Record<string, string> = {
  avif: 'AVIF',
  gif: 'GIF',
  jpeg: 'JPEG',
  jpg: 'JPEG',
  mp4: 'MP4',
  png: 'PNG',
  webm: 'WebM',
  webp: 'WebP',
}

/** What a buyer receives, as a sentence, with the known details of the file. */
export function receivedOf({
  chainId,
  media: [face],
}: {
  chainId: number
  media: readonly Pick<
    ArtworkCardFragment['media'][number],
    'kind' | 'url' | 'sourceUrl' | 'width' | 'height'
  >[]
}) {
  const parts = [t.tokenOn(chainName(chainId)), t.signedCertificate]
  // The gallery may have no file of an imported work; a live work is drawn from its token.
  if (face && face.kind !== 'GENERATOR' && (face.url || !face.sourceUrl)) {
    const format = formats[/\.(\w+)$/.exec(face.url ?? '')?.[1] ?? '']
    const size = face.width && face.height ? t.pixels(face.width, face.height) : undefined
    const known = [format, size].filter(Boolean).join(', ')
    parts.push(t.originalFile(known && ` (${known})`))
  }
  return t.youReceive(list(parts))
}

/** "1250.00" for structured data. */
export const plainPrice = (price: { amount: string }) => decimal(BigInt(price.amount), 2)

export const artworkTags = (id: string | null) => ['artworks', ...(id ? [`artwork:${id}`] : [])]
