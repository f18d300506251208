import * as z from 'zod/mini'
import type { DraftInput, DraftState, DraftWholeFragment } from '@/gen/graphql'
import { decimalOf, parseMajor } from '@/lib/money'
import * as t from '@/messages/studio'
import '@/lib/api/schema'

export type Draft = DraftWholeFragment

/** The fields of a draft as its form shows them: texts. */
export const names = [
  'title',
  'medium',
  'year',
  'category',
  'dimensions',
  'editionSize',
  'price',
  'description',
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
  alt: '',
}

export function valuesOf(draft: Draft): Values {
  return {
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
const text = (most: number) => z.string().check(z.trim(), z.maxLength(most, t.tooLong(most)))

const checked = (fits: (value: string) => boolean, message: string) =>
  z.string().check(
    z.trim(),
    z.check(({ value, issues }) => {
      if (value && !fits(value)) issues.push({ code: 'custom', message, input: value })
    }),
  )

const highestPrice = 2n ** 31n - 1n

/** A draft may be saved while it is incomplete: only what is there is checked. */
export const formOf = (currency: string) =>
  z.object({
    title: text(200),
    medium: text(300),
    year: checked((value) => {
      const year = Number(value)
      return /^-?\d{1,5}$/.test(value) && year !== 0 && year <= 2200
    }, t.badYear),
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
    alt: text(1000),
  })

/** What is sent of checked values. */
export function inputOf(values: Values, currency: string, uploadId: string | null): DraftInput {
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
    uploadId,
  }
}

export const isEditable = (state: DraftState) => state === 'DRAFT' || state === 'CHANGES_REQUESTED'

export const studioHref = (lang: string) => `/${lang}/profile/studio/`
export const draftHref = (lang: string, id: string) => `${studioHref(lang)}${id}/`

/** The address that starts a new draft. */
export const newDraft = 'new'

export const queueHref = (lang: string, queue: Queue = 'SUBMITTED', page = 1) => {
  const params = new URLSearchParams()
  if (queue !== 'SUBMITTED') params.set('state', queue)
  if (page > 1) params.set('page', String(page))
  const query = params.toString()
  return `/${lang}/profile/desk/submissions/${query && `?${query}`}`
}
export const submissionHref = (lang: string, id: string) => `/${lang}/profile/desk/submissions/${id}/`

/** The drafts that staff see. */
export const queues = ['SUBMITTED', 'CHANGES_REQUESTED', 'ACCEPTED'] as const
export type Queue = (typeof queues)[number]

/** What the address says; anything unknown is left out. */
export function queueOf(params: URLSearchParams): { queue: Queue; page: number } {
  const page = Number(params.get('page'))
  return {
    queue: queues.find((name) => name === params.get('state')) ?? 'SUBMITTED',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}
