import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { CombinedGraphQLErrors } from '@apollo/client/errors'
import { useMutation, useQuery } from '@apollo/client/react'
import {
  ContentChangesDocument,
  ContentEntriesDocument,
  ContentEntryDocument,
  CreatePostPreviewDocument,
  DropWorksDocument,
  PreviewArtistDocument,
  PreviewArtworkDocument,
  PreviewCuratorDocument,
  PreviewDropDocument,
  PublishArtistDocument,
  PublishArtworkDocument,
  PublishCuratorDocument,
  PublishDropDocument,
  PublishPageDocument,
  PublishPostDocument,
  UnpublishArtistDocument,
  UnpublishArtworkDocument,
  UnpublishCuratorDocument,
  UnpublishDropDocument,
  UnpublishPageDocument,
  UnpublishPostDocument,
  UpdateArtistDocument,
  UpdateArtworkDocument,
  UpdateCuratorDocument,
  UpdateDropDocument,
  UpdatePageDocument,
  UpdatePostDocument,
} from '@/gen/graphql'
import { browserClient } from '@/lib/apollo/browser'
import * as t from '@/messages/content'
import { sentenceOf } from '@/messages/reasons'
import {
  artistInput,
  artworkInput,
  curatorInput,
  dropInput,
  type EntryFilter,
  type Field,
  type Folder,
  kinds,
  pageInput,
  postInput,
  type Values,
} from './model'

/** Drafts are read with the caller's token and are not cached, because public pages read the cache. */
const asStaff = () =>
  ({ client: browserClient(), fetchPolicy: 'no-cache', context: { signedIn: true } }) as const

/** A page of the entries of a kind. */
export async function listEntries(
  folder: Folder,
  { search, status, page }: EntryFilter,
  signal: AbortSignal,
) {
  const { client, ...options } = asStaff()
  const { data } = await client.query({
    query: ContentEntriesDocument,
    ...options,
    context: { ...options.context, fetchOptions: { signal } },
    variables: { kind: kinds[folder], filter: { search: search || null, status: status || null }, page },
  })
  return data?.contentEntries ?? { items: [], totalCount: 0, page, pageCount: 0 }
}

export const useEntry = (folder: Folder, id: string) =>
  useQuery(ContentEntryDocument, { ...asStaff(), variables: { kind: kinds[folder], id } })

/** All works of a drop, for their order. */
export const useDropWorks = (id: string) => useQuery(DropWorksDocument, { ...asStaff(), variables: { id } })

/** What the page of an entry shows besides the form's fields, for its preview. Posts and pages have it in the entry. */
export const usePreviewedArtwork = (id: string) =>
  useQuery(PreviewArtworkDocument, { ...asStaff(), variables: { id } })

export const usePreviewedDrop = (id: string, page: number) =>
  useQuery(PreviewDropDocument, { ...asStaff(), variables: { id, page } })

export const usePreviewedArtist = (id: string, page: number) =>
  useQuery(PreviewArtistDocument, { ...asStaff(), variables: { id, page } })

export const usePreviewedCurator = (id: string, page: number) =>
  useQuery(PreviewCuratorDocument, { ...asStaff(), variables: { id, page } })

export const useHistory = (folder: Folder, id: string, page: number) =>
  useQuery(ContentChangesDocument, { ...asStaff(), variables: { kind: kinds[folder], id, page } })

/** A field as the form read it. */
type Read = Pick<Field, 'name' | 'value'>

interface Changes {
  /** Sends the given fields of checked values. The server refuses them if one of `before` has another value now. */
  update: (values: Values, names: string[], currency: string, before: Read[]) => Promise<unknown>
  publish: () => Promise<unknown>
  unpublish: () => Promise<unknown>
}

const mutate = <Variables extends OperationVariables>(
  mutation: TypedDocumentNode<unknown, Variables>,
  variables: Variables,
) => browserClient().mutate<unknown, OperationVariables>({ mutation, variables })

/** How to change an entry. */
export const changesOf: Record<Folder, (id: string) => Changes> = {
  artworks: (id) => ({
    update: (values, names, currency, before) =>
      mutate(UpdateArtworkDocument, { id, input: artworkInput(values, names, currency), before }),
    publish: () => mutate(PublishArtworkDocument, { id }),
    unpublish: () => mutate(UnpublishArtworkDocument, { id }),
  }),
  drops: (id) => ({
    update: (values, names, _, before) =>
      mutate(UpdateDropDocument, { id, input: dropInput(values, names), before }),
    publish: () => mutate(PublishDropDocument, { id }),
    unpublish: () => mutate(UnpublishDropDocument, { id }),
  }),
  artists: (id) => ({
    update: (values, names, _, before) =>
      mutate(UpdateArtistDocument, { id, input: artistInput(values, names), before }),
    publish: () => mutate(PublishArtistDocument, { id }),
    unpublish: () => mutate(UnpublishArtistDocument, { id }),
  }),
  curators: (id) => ({
    update: (values, names, _, before) =>
      mutate(UpdateCuratorDocument, { id, input: curatorInput(values, names), before }),
    publish: () => mutate(PublishCuratorDocument, { id }),
    unpublish: () => mutate(UnpublishCuratorDocument, { id }),
  }),
  // Only the id at the end of a post's slug counts.
  posts: (id) => ({
    update: (values, names, _, before) =>
      mutate(UpdatePostDocument, { slug: `post-${id}`, input: postInput(values, names), before }),
    publish: () => mutate(PublishPostDocument, { slug: `post-${id}` }),
    unpublish: () => mutate(UnpublishPostDocument, { slug: `post-${id}` }),
  }),
  pages: (id) => ({
    update: (values, names, _, before) =>
      mutate(UpdatePageDocument, { id, input: pageInput(values, names), before }),
    publish: () => mutate(PublishPageDocument, { id }),
    unpublish: () => mutate(UnpublishPageDocument, { id }),
  }),
}

export const usePreviewLink = (slug: string) =>
  useMutation(CreatePostPreviewDocument, { client: browserClient(), variables: { slug } })

interface Problem {
  message: string
  /** The form's field that the server rejected. */
  field?: string
  /** The fields that somebody else changed in the meantime. */
  conflicts?: string[]
}

/** A message for people about an error of the desk's mutations and queries. */
export function problemOf(error: unknown): Problem {
  if (!CombinedGraphQLErrors.is(error)) return { message: t.unreachable }
  const { message = '', extensions } = error.errors[0] ?? {}
  const { code, field, fields } = extensions ?? {}
  if (code === 'conflict' && Array.isArray(fields)) return { message: t.conflict, conflicts: fields }
  if (code === 'BAD_USER_INPUT' && typeof field === 'string')
    return { field, message: message.replace(/^invalid: /, '') }
  return { message: sentenceOf(code, t.refused) ?? t.failed }
}
