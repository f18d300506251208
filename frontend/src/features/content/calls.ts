import { CombinedGraphQLErrors } from '@apollo/client/errors'
import { useMutation, useQuery } from '@apollo/client/react'
import {
  ContentChangesDocument,
  ContentEntriesDocument,
  ContentEntryDocument,
  CreatePostPreviewDocument,
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
  type Field,
  type Filter,
  type Folder,
  kinds,
  pageInput,
  postInput,
  type Values,
} from './model'

/** Drafts are read with the caller's token and are not cached, because public pages read the cache. */
const asStaff = () =>
  ({ client: browserClient(), fetchPolicy: 'no-cache', context: { signedIn: true } }) as const

export const useEntries = (folder: Folder, { search, status, page }: Filter) =>
  useQuery(ContentEntriesDocument, {
    ...asStaff(),
    variables: { kind: kinds[folder], filter: { search: search || null, status }, page },
    notifyOnNetworkStatusChange: true,
  })

export const useEntry = (folder: Folder, id: string) =>
  useQuery(ContentEntryDocument, { ...asStaff(), variables: { kind: kinds[folder], id } })

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

function useArtworkChanges(id: string): Changes {
  const client = browserClient()
  const [update] = useMutation(UpdateArtworkDocument, { client })
  const [publish] = useMutation(PublishArtworkDocument, { client, variables: { id } })
  const [unpublish] = useMutation(UnpublishArtworkDocument, { client, variables: { id } })
  return {
    update: (values, names, currency, before) =>
      update({ variables: { id, input: artworkInput(values, names, currency), before } }),
    publish: () => publish(),
    unpublish: () => unpublish(),
  }
}

/** Only the id at the end of a post's slug counts. */
function usePostChanges(id: string): Changes {
  const client = browserClient()
  const slug = `post-${id}`
  const [update] = useMutation(UpdatePostDocument, { client })
  const [publish] = useMutation(PublishPostDocument, { client, variables: { slug } })
  const [unpublish] = useMutation(UnpublishPostDocument, { client, variables: { slug } })
  return {
    update: (values, names, _, before) =>
      update({ variables: { slug, input: postInput(values, names), before } }),
    publish: () => publish(),
    unpublish: () => unpublish(),
  }
}

function useDropChanges(id: string): Changes {
  const client = browserClient()
  const [update] = useMutation(UpdateDropDocument, { client })
  const [publish] = useMutation(PublishDropDocument, { client, variables: { id } })
  const [unpublish] = useMutation(UnpublishDropDocument, { client, variables: { id } })
  return {
    update: (values, names, _, before) =>
      update({ variables: { id, input: dropInput(values, names), before } }),
    publish: () => publish(),
    unpublish: () => unpublish(),
  }
}

function useArtistChanges(id: string): Changes {
  const client = browserClient()
  const [update] = useMutation(UpdateArtistDocument, { client })
  const [publish] = useMutation(PublishArtistDocument, { client, variables: { id } })
  const [unpublish] = useMutation(UnpublishArtistDocument, { client, variables: { id } })
  return {
    update: (values, names, _, before) =>
      update({ variables: { id, input: artistInput(values, names), before } }),
    publish: () => publish(),
    unpublish: () => unpublish(),
  }
}

function useCuratorChanges(id: string): Changes {
  const client = browserClient()
  const [update] = useMutation(UpdateCuratorDocument, { client })
  const [publish] = useMutation(PublishCuratorDocument, { client, variables: { id } })
  const [unpublish] = useMutation(UnpublishCuratorDocument, { client, variables: { id } })
  return {
    update: (values, names, _, before) =>
      update({ variables: { id, input: curatorInput(values, names), before } }),
    publish: () => publish(),
    unpublish: () => unpublish(),
  }
}

function usePageChanges(id: string): Changes {
  const client = browserClient()
  const [update] = useMutation(UpdatePageDocument, { client })
  const [publish] = useMutation(PublishPageDocument, { client, variables: { id } })
  const [unpublish] = useMutation(UnpublishPageDocument, { client, variables: { id } })
  return {
    update: (values, names, _, before) =>
      update({ variables: { id, input: pageInput(values, names), before } }),
    publish: () => publish(),
    unpublish: () => unpublish(),
  }
}

/** How to change an entry. A component never changes its folder. */
export const changesOf: Record<Folder, (id: string) => Changes> = {
  artworks: useArtworkChanges,
  drops: useDropChanges,
  artists: useArtistChanges,
  curators: useCuratorChanges,
  posts: usePostChanges,
  pages: usePageChanges,
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
