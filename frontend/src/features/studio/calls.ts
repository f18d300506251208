import { CombinedGraphQLErrors } from '@apollo/client/errors'
import { useMutation, useQuery } from '@apollo/client/react'
import {
  AcceptDraftDocument,
  DeleteDraftDocument,
  DraftDocument,
  DraftPictureDocument,
  PublishedWorkDocument,
  RepeatProofDocument,
  RequestDraftChangesDocument,
  SaveDraftDocument,
  SaveProfileDraftDocument,
  StudioCategoriesDocument,
  StudioDocument,
  StudioPageDocument,
  StudioWorksDocument,
  SubmissionsDocument,
  SubmitDraftDocument,
} from '@/gen/graphql'
import { browserClient } from '@/lib/apollo/browser'
import { sentenceOf } from '@/messages/reasons'
import * as t from '@/messages/studio'
import type { QueueFilter } from './model'

/** Drafts are read with the caller's token. They stay out of the cache, which public pages read. */
const asPerson = (signal?: AbortSignal) =>
  ({
    client: browserClient(),
    fetchPolicy: 'no-cache',
    context: { signedIn: true, fetchOptions: { signal } },
  }) as const

export const useStudio = () => useQuery(StudioDocument, asPerson())

/** The artwork that a draft became; null while it isn't on the site. */
export const usePublished = (artworkId: string) =>
  useQuery(PublishedWorkDocument, { ...asPerson(), variables: { slug: artworkId } })

export const useCategories = () => useQuery(StudioCategoriesDocument, asPerson())

export const useStudioPage = () => useQuery(StudioPageDocument, asPerson())

export const useDraft = (id: string, skip = false) =>
  useQuery(DraftDocument, { ...asPerson(), variables: { id }, skip })

/** The state of a draft's picture and proof; null if the draft doesn't exist. */
export async function readDraftPicture(id: string) {
  const { client, ...options } = asPerson()
  const { data } = await client.query({ ...options, query: DraftPictureDocument, variables: { id } })
  return data?.draft ?? null
}

const noRows = { items: [], totalCount: 0, page: 1, pageCount: 0 }

/** A page of what artists submitted. */
export async function listSubmissions(variables: QueueFilter, signal: AbortSignal) {
  const { client, ...options } = asPerson(signal)
  const { data } = await client.query({ ...options, query: SubmissionsDocument, variables })
  return data?.submissions ?? noRows
}

/** A page of an artist's works on the site. */
export async function listWorks(variables: { artist: string; page: number }, signal: AbortSignal) {
  const { client, ...options } = asPerson(signal)
  const { data } = await client.query({ ...options, query: StudioWorksDocument, variables })
  return data?.artworks ?? noRows
}

const changing = () => ({ client: browserClient(), fetchPolicy: 'no-cache' }) as const
export const useSave = () => useMutation(SaveDraftDocument, changing())
export const useSaveProfile = () => useMutation(SaveProfileDraftDocument, changing())
export const useRepeatProof = () => useMutation(RepeatProofDocument, changing())
export const useSubmit = () => useMutation(SubmitDraftDocument, changing())
export const useDelete = () => useMutation(DeleteDraftDocument, changing())
export const useAccept = () => useMutation(AcceptDraftDocument, changing())
export const useRequestChanges = () => useMutation(RequestDraftChangesDocument, changing())

interface Problem {
  message: string
  /** The field of the form that the server refused. */
  field?: string
  /** Whether the draft changed in the meantime. */
  conflict?: boolean
}

/** A message for people about what a mutation or query may throw. */
export function problemOf(error: unknown): Problem {
  if (!CombinedGraphQLErrors.is(error)) return { message: t.unreachable }
  const { message = '', extensions } = error.errors[0] ?? {}
  const { code, field } = extensions ?? {}
  if (code === 'BAD_USER_INPUT' && typeof field === 'string') {
    return { field, message: t.sentence(message.replace(/^invalid: /, '')) }
  }
  return { message: sentenceOf(code, t.refused) ?? t.failed, conflict: code === 'conflict' }
}
