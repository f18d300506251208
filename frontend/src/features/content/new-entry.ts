import * as z from 'zod/mini'
import '@/lib/api/schema'
import { queryOptions } from '@tanstack/react-query'
import * as artist from '@/gen/fields/NewArtist'
import * as artwork from '@/gen/fields/NewArtwork'
import * as curator from '@/gen/fields/NewCurator'
import * as drop from '@/gen/fields/NewDrop'
import * as page from '@/gen/fields/NewPage'
import * as post from '@/gen/fields/NewPost'
import { api, dataOf, idempotent, type Schemas } from '@/lib/api/client'
import { defineForm, text, whole } from '@/lib/form'
import { required } from '@/messages/content'
import * as t from '@/messages/content-new'
import type { Folder } from './model'

/** The fields of a new entry, in the order of the form. */
export const fieldsOf = {
  artworks: ['title', 'artistId', 'category', 'editionSize', 'publishedAt', 'dropId', 'picture', 'alt'],
  drops: ['title', 'startsAt', 'endsAt', 'curatorId'],
  artists: ['name', 'sortName'],
  curators: ['name', 'role'],
  posts: ['title', 'category', 'date', 'author'],
  pages: ['title', 'slug'],
} as const satisfies Record<Folder, string[]>

export type Filled = Record<string, string>

export const choicesQuery = queryOptions({
  queryKey: ['content', 'choices'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/desk/entry-choices', { signal })),
})

/** A time of the visitor's zone, as a field of a browser has it. */
const time = z.string().check(z.minLength(1, t.dateMissing))
const optional = z.string()
/** A name or a title. The contract takes an empty one, which the server refuses with the field. */
const needed = (limits: z.ZodMiniType<string, string>) => text(limits).check(z.minLength(1, required))

const checks: { [F in Folder]: Record<(typeof fieldsOf)[F][number], z.ZodMiniType<string, string>> } = {
  artworks: {
    title: needed(artwork.title),
    artistId: z.string().check(z.trim(), z.regex(/^[1-9]\d{0,14}$/, t.artistMissing)),
    category: needed(artwork.category),
    editionSize: whole(artwork.editionSize, t.badSize),
    publishedAt: time,
    dropId: optional,
    /** A finished upload. */
    picture: z.string().check(z.minLength(1, t.pictureMissing)),
    alt: needed(artwork.alt),
  },
  drops: { title: needed(drop.title), startsAt: time, endsAt: optional, curatorId: optional },
  artists: { name: needed(artist.name), sortName: text(artist.sortName) },
  curators: { name: needed(curator.name), role: text(curator.role) },
  posts: {
    title: needed(post.title),
    category: needed(post.category),
    date: time,
    author: text(post.author),
  },
  pages: {
    title: needed(page.title),
    slug: text(page.slug).check(z.regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/, t.badSlug)),
  },
}

const schemaOf = (folder: Folder) =>
  z.object(checks[folder] as Record<string, z.ZodMiniType<string, string>>).check(
    z.check(({ value, issues }) => {
      const { startsAt, endsAt } = value
      if (startsAt && endsAt && endsAt <= startsAt)
        issues.push({ code: 'custom', message: t.endsFirst, path: ['endsAt'], input: value })
    }),
  )

/** The form of a new entry. */
export const newForm = (folder: Folder, values: Filled) =>
  defineForm<Filled, Filled, Folder>(
    (subject) => schemaOf(subject) as z.ZodMiniType<Filled, Filled>,
    Object.fromEntries(fieldsOf[folder].map((name) => [name, values[name] ?? ''])),
  )

const moment = (local: string) => new Date(local).toISOString()

/** Checked values as they are sent. */
export function bodyOf(folder: Folder, values: Filled): Schemas['CreateEntryRequest'] {
  const { title = '', name = '', sortName = '', role = '', category = '', author = '', slug = '' } = values
  const { date = '', startsAt = '', endsAt, curatorId } = values
  const { artistId = '', editionSize = '', publishedAt = '', dropId, picture = '', alt = '' } = values
  if (folder === 'artworks') {
    return {
      artwork: {
        title,
        artistId,
        category,
        editionSize: Number(editionSize),
        publishedAt: moment(publishedAt),
        dropId: dropId || '0',
        uploadId: picture,
        alt,
      },
    }
  }
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
export const createEntry = (folder: Folder, values: Filled, key: string) =>
  dataOf(api.POST('/api/desk/entries', { body: bodyOf(folder, values), headers: idempotent(key) }))
