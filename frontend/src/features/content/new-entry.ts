import * as z from 'zod/mini'
import '@/lib/api/schema'
import { queryOptions } from '@tanstack/react-query'
import { api, dataOf, idempotent, type Schemas } from '@/lib/api/client'
import { defineForm } from '@/lib/form'
import { required, tooLong } from '@/messages/content'
import * as t from '@/messages/content-new'
import type { Folder } from './model'

/** The kinds of entries that staff create here. Artworks come from the studio, the content folder or an import. */
export const creatable = ['drops', 'artists', 'curators', 'posts', 'pages'] as const satisfies Folder[]
export type Creatable = (typeof creatable)[number]
export const isCreatable = (folder: Folder): folder is Creatable => creatable.some((name) => name === folder)

/** The fields of a new entry, in the order of the form. */
export const fieldsOf = {
  drops: ['title', 'startsAt', 'endsAt', 'curatorId'],
  artists: ['name', 'sortName'],
  curators: ['name', 'role'],
  posts: ['title', 'category', 'date', 'author'],
  pages: ['title', 'slug'],
} as const satisfies Record<Creatable, string[]>

export type Filled = Record<string, string>

export const choicesQuery = queryOptions({
  queryKey: ['content', 'choices'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/desk/entry-choices', { signal })),
})

const text = z.string().check(z.trim(), z.maxLength(200, tooLong(200)))
const needed = text.check(z.minLength(1, required))
/** A time of the visitor's zone, as a field of a browser has it. */
const time = z.string().check(z.minLength(1, t.dateMissing))
const optional = z.string()

const checks: Record<string, z.ZodMiniType<string, string>> = {
  title: needed,
  name: needed,
  category: needed,
  sortName: text,
  role: text,
  author: text,
  date: time,
  startsAt: time,
  endsAt: optional,
  curatorId: optional,
  slug: z
    .string()
    .check(z.trim(), z.maxLength(80, tooLong(80)), z.regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/, t.badSlug)),
}

const schemaOf = (folder: Creatable) =>
  z.object(Object.fromEntries(fieldsOf[folder].map((name) => [name, checks[name]!]))).check(
    z.check(({ value, issues }) => {
      const { startsAt, endsAt } = value
      if (startsAt && endsAt && endsAt <= startsAt)
        issues.push({ code: 'custom', message: t.endsFirst, path: ['endsAt'], input: value })
    }),
  )

/** The form of a new entry. */
export const newForm = (folder: Creatable, values: Filled) =>
  defineForm<Filled, Filled, Creatable>(
    (subject) => schemaOf(subject) as z.ZodMiniType<Filled, Filled>,
    Object.fromEntries(fieldsOf[folder].map((name) => [name, values[name] ?? ''])),
  )

const moment = (local: string) => new Date(local).toISOString()

/** Checked values as they are sent. */
export function bodyOf(folder: Creatable, values: Filled): Schemas['CreateEntryRequest'] {
  const { title = '', name = '', sortName = '', role = '', category = '', author = '', slug = '' } = values
  const { date = '', startsAt = '', endsAt, curatorId } = values
  if (folder === 'posts') return { post: { title, category, author, date: moment(date) } }
  if (folder === 'pages') return { page: { title, slug } }
  if (folder === 'artists') return { artist: { name, sortName } }
  if (folder === 'curators') return { curator: { name, role } }
  return {
    drop: {
      title,
      startsAt: moment(startsAt),
      ...(endsAt && { endsAt: moment(endsAt) }),
      curatorId: curatorId || '0',
    },
  }
}

/** Creates an unpublished entry. Throws ApiError 422 invalid with the field. */
export const createEntry = (folder: Creatable, values: Filled, key: string) =>
  dataOf(api.POST('/api/desk/entries', { body: bodyOf(folder, values), headers: idempotent(key) }))
