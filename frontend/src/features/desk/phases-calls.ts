import { DeskDropDocument, DeskDropsDocument, DropsInPreparationDocument } from '@/gen/graphql'
import { api, dataOf, type Schemas } from '@/lib/api/client'
import { browserClient } from '@/lib/apollo/browser'

/** The caller's token lets drafts through, and the cache is for public pages. */
const asStaff = (signal: AbortSignal) =>
  ({ fetchPolicy: 'no-cache', context: { signedIn: true, fetchOptions: { signal } } }) as const

/** All drops in preparation, the newest first. */
async function listDrafts(signal: AbortSignal) {
  const found = []
  for (let page = 1, last = 1; page <= last; page++) {
    const { data } = await browserClient().query({
      query: DropsInPreparationDocument,
      variables: { page },
      ...asStaff(signal),
    })
    const { items = [], pageCount = 0 } = data?.contentEntries ?? {}
    for (const { drop, artworks } of items)
      if (drop) found.push({ ...drop, status: 'DRAFT' as const, artworkCount: artworks.length })
    last = pageCount
  }
  return found
}

/** A page of the gallery's drops: those in preparation, then open ones, then the next to open. */
export async function listDrops(page: number, signal: AbortSignal) {
  const [drafts, { data }] = await Promise.all([
    page === 1 ? listDrafts(signal) : [],
    browserClient().query({
      query: DeskDropsDocument,
      variables: { page },
      fetchPolicy: 'no-cache',
      context: { fetchOptions: { signal } },
    }),
  ])
  const { items = [], pageCount = 0 } = data?.drops ?? {}
  return { items: [...drafts, ...items], page, pageCount }
}

export type Drop = NonNullable<Awaited<ReturnType<typeof readDrop>>>
export type Work = Drop['works'][number]

/** A drop with all its works, published or not; null if there is no such drop. */
export async function readDrop(id: string, signal: AbortSignal) {
  const { data } = await browserClient().query({
    query: DeskDropDocument,
    variables: { id },
    ...asStaff(signal),
  })
  const entry = data?.contentEntry
  if (!entry?.drop) return null
  return { ...entry.drop, isPublished: entry.status !== 'DRAFT', works: entry.artworks }
}

export type Schedule = Schemas['DeskPhases']
export type PhaseInput = Required<Schemas['PhaseInput']>
export type Member = Schemas['PhaseMember']

const of = (dropId: string) => ({ path: { dropId } })

/** A drop's phases with their version and the last changes. Throws ApiError 403 forbidden for others than staff. */
export const readSchedule = (dropId: string, signal: AbortSignal) =>
  dataOf(api.GET('/api/desk/drops/{dropId}/phases', { params: of(dropId), signal }))

/** Replaces all phases. Throws ApiError 409 conflict, phase_overlap or phase_sold, and 400 invalid. */
export const saveSchedule = (dropId: string, version: string, items: PhaseInput[], note: string) =>
  dataOf(
    api.PUT('/api/desk/drops/{dropId}/phases', {
      params: of(dropId),
      body: { version, items, note, removeAll: items.length === 0 },
    }),
  )

const named = (id: string) => ({ path: { id } })

export const readMembers = async (id: string) =>
  (await dataOf(api.GET('/api/desk/phases/{id}/members', { params: named(id) }))).items

/** Replaces the allow list of a phase. */
export const saveMembers = (id: string, items: Member[]) =>
  dataOf(api.PUT('/api/desk/phases/{id}/members', { params: named(id), body: { items } }))

/** Stops new holds in a phase, or lets them start again. Both can be repeated. */
export const pausePhase = (id: string, note: string) =>
  dataOf(api.POST('/api/desk/phases/{id}/pause', { params: named(id), body: { note } }))

export const resumePhase = (id: string, note: string) =>
  dataOf(api.POST('/api/desk/phases/{id}/resume', { params: named(id), body: { note } }))
