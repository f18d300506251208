import * as z from 'zod/mini'
import type {
  ArtistWholeFragment,
  DraftInput,
  DraftKind,
  DraftState,
  DraftWholeFragment,
  FilmInput,
  ProfileDraftInput,
  ProfileTextsFragment,
} from '@/gen/graphql'
import { defineFilter, type FilterOf, oneOf, page } from '@/lib/filter'
import { decimalOf, parseMajor } from '@/lib/money'
import { tooLong } from '@/messages/form'
import * as t from '@/messages/studio'
import '@/lib/api/schema'

export type Draft = DraftWholeFragment
/** The page of a live work, with its proof. */
export type Live = NonNullable<Draft['live']>

/** An artist as their page shows them now. */
export type Artist = ArtistWholeFragment

/** The fields of the artist's own page, in the order of the form. */
const profileNames = ['bio', 'born', 'died', 'place', 'website'] as const
type ProfileName = (typeof profileNames)[number]

/** The fields of all drafts as their forms show them: texts. A form shows those of its kind. */
export const names = [
  'title',
  'medium',
  'year',
  'category',
  'dimensions',
  'editionSize',
  'price',
  'description',
  ...profileNames,
  'alt',
] as const
export type Name = (typeof names)[number]
export type Values = Record<Name, string>

export const empty: Values = {
  title: '',
  medium: '',
  year: '',
  category: '',
  dimensions: '',
  editionSize: '',
  price: '',
  description: '',
  bio: '',
  born: '',
  died: '',
  place: '',
  website: '',
  alt: '',
}

type Texts = Pick<Values, ProfileName>

/** The texts of an artist's page as a form shows them. */
export const textsOf = (texts: ProfileTextsFragment | Artist | null): Texts => ({
  bio: texts?.bio ?? '',
  born: texts?.born ? String(texts.born) : '',
  died: texts?.died ? String(texts.died) : '',
  place: texts?.place ?? '',
  website: texts?.website ?? '',
})

export function valuesOf(draft: Draft): Values {
  return {
    ...textsOf(draft.profile),
    title: draft.title,
    medium: draft.medium,
    year: draft.year === null ? '' : String(draft.year),
    category: draft.category,
    dimensions: draft.dimensions,
    editionSize: draft.editionSize ? String(draft.editionSize) : '',
    price: draft.price ? decimalOf(draft.price) : '',
    description: draft.description,
    alt: draft.alt,
  }
}

export const changed = (before: Values, after: Values) => names.filter((name) => before[name] !== after[name])

// The bounds are the server's.
const text = (most: number) => z.string().check(z.trim(), z.maxLength(most, tooLong(most)))

const checked = (fits: (value: string) => boolean, message: string) =>
  z.string().check(
    z.trim(),
    z.check(({ value, issues }) => {
      if (value && !fits(value)) issues.push({ code: 'custom', message, input: value })
    }),
  )

const year = checked((value) => {
  const number = Number(value)
  return /^-?\d{1,5}$/.test(value) && number !== 0 && number <= 2200
}, t.badYear)

const website = checked((value) => {
  const url = URL.canParse(value) ? new URL(value) : null
  return url !== null && /^https?:$/.test(url.protocol) && value.length <= 500
}, t.badWebsite)

const highestPrice = 2n ** 31n - 1n

/** A draft may be saved while it is incomplete: only what is there is checked. */
export const formOf = (currency: string) =>
  z.object({
    title: text(200),
    medium: text(300),
    year,
    category: text(200),
    dimensions: text(200),
    editionSize: checked(
      (value) => /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 10_000,
      t.badEditions,
    ),
    price: checked((value) => {
      const amount = parseMajor(value, currency)
      return amount !== null && amount >= 1n && amount <= highestPrice
    }, t.badPrice),
    description: text(100_000),
    bio: text(100_000),
    born: year,
    died: year,
    place: text(200),
    website,
    alt: text(1000),
  })

/** An uploaded film or recording that isn't saved with the draft yet, as the browser measured it. */
export type NewFilm = FilmInput & { uploadId: string }

/** What changes of a draft besides its texts. */
export interface Files {
  /** The upload of a new picture. */
  picture: string | null
  film: NewFilm | null
  /** The upload of the page of a live work. */
  live: string | null
  /** Takes a new portrait, the film, or the live work out of the draft. */
  drop?: 'portrait' | 'shownPortrait' | 'film' | 'live'
}

export const noFiles: Files = { picture: null, film: null, live: null }

/** What is sent of checked values. */
export function inputOf(values: Values, currency: string, { picture, film, live, drop }: Files): DraftInput {
  const amount = values.price ? parseMajor(values.price, currency) : null
  return {
    title: values.title.trim(),
    description: values.description.trim(),
    medium: values.medium.trim(),
    category: values.category,
    year: values.year.trim() ? Number(values.year) : null,
    dimensions: values.dimensions.trim(),
    editionSize: Number(values.editionSize) || 0,
    price: amount === null ? null : Number(amount),
    alt: values.alt.trim(),
    uploadId: picture,
    filmUploadId: film?.uploadId ?? null,
    film: film && { duration: film.duration, width: film.width, height: film.height },
    dropFilm: drop === 'film',
    liveUploadId: live,
    dropLive: drop === 'live',
  }
}

const numberOrNull = (value: string) => (value.trim() ? Number(value) : null)

/** The same of the artist's page. */
export const profileInputOf = (
  values: Values,
  { picture, drop }: Files,
  removesPortrait = false,
): ProfileDraftInput => ({
  bio: values.bio.trim(),
  born: numberOrNull(values.born),
  died: numberOrNull(values.died),
  place: values.place.trim(),
  website: values.website.trim(),
  alt: values.alt.trim(),
  uploadId: picture,
  keepPortrait: drop === 'portrait',
  // A new portrait, and keeping the one on the site, end the removal.
  removePortrait: drop === 'shownPortrait' || (removesPortrait && !picture && drop !== 'portrait'),
})

/** A field that accepting a draft of the artist's page changes. */
export interface Change {
  name: ProfileName
  /** What the page said when the artist began. */
  began: string
  /** What the page says now. */
  now: string
  proposed: string
  /** Whether the page changed in this field after the artist began. */
  isOutdated: boolean
}

export function changesOf(draft: Draft, artist: Artist): Change[] {
  const [before, after, now] = [textsOf(draft.profileBefore), textsOf(draft.profile), textsOf(artist)]
  return profileNames
    .filter((name) => before[name] !== after[name])
    .map((name) => ({
      name,
      began: before[name],
      now: now[name],
      proposed: after[name],
      isOutdated: now[name] !== before[name] && now[name] !== after[name],
    }))
}

/** The draft of the artist's page that isn't accepted, of which there is at most one. */
export const openPageOf = <D extends { kind: DraftKind; state: DraftState }>(drafts: D[]) =>
  drafts.find(({ kind, state }) => kind === 'PROFILE' && state !== 'ACCEPTED')

/** Whether something is still made of a draft's files: the picture's sizes, or the proof of a live work. */
export const isWaiting = (draft: Pick<Draft, 'pictureState' | 'live'> | null | undefined) =>
  draft?.pictureState === 'WAITING' || draft?.live?.proof === 'WAITING' || draft?.live?.proof === 'RUNNING'

export const isEditable = (state: DraftState) => state === 'DRAFT' || state === 'CHANGES_REQUESTED'

export const studioHref = (lang: string) => `/${lang}/profile/studio/`
export const draftHref = (lang: string, id: string) => `${studioHref(lang)}${id}/`

/** The address that starts a new draft. */
export const newDraft = 'new'

/** The address of the draft of the artist's own page, whether it was begun or not. */
export const pageDraft = 'page'

export const submissionHref = (lang: string, id: string) => `/${lang}/profile/desk/submissions/${id}/`

/** The drafts that staff see. */
export const queues = ['SUBMITTED', 'CHANGES_REQUESTED', 'ACCEPTED'] as const
export type Queue = (typeof queues)[number]

/** The artist's works on the site. */
export const worksFilter = defineFilter({ page })

export const queueFilter = defineFilter({ state: oneOf(queues, 'SUBMITTED'), page })
export type QueueFilter = FilterOf<typeof queueFilter>

export const queueHref = (lang: string, state?: Queue) =>
  `/${lang}/profile/desk/submissions/${queueFilter.query({ state })}`
