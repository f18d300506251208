import { DeskDropDocument, DeskDropsDocument } from '@/gen/graphql'
import { api, dataOf, type Schemas } from '@/lib/api/client'
import { browserClient } from '@/lib/apollo/browser'

/** A page of the gallery's drops: open ones first, then the next to open. */
export async function listDrops(page: number, signal: AbortSignal) {
  const { data } = await browserClient().query({
    query: DeskDropsDocument,
    variables: { page },
    fetchPolicy: 'no-cache',
    context: { fetchOptions: { signal } },
  })
  return data?.drops ?? { items: [], page, pageCount: 0 }
}

export type Drop = NonNullable<Awaited<ReturnType<typeof readDrop>>>
export type Work = Drop['works'][number]

/** A drop with all its works; null if there is no such drop. */
export async function readDrop(id: string, signal: AbortSignal) {
  const read = async (page: number) => {
    const { data } = await browserClient().query({
      query: DeskDropDocument,
      variables: { slug: id, page },
      fetchPolicy: 'no-cache',
      context: { fetchOptions: { signal } },
    })
    return data?.drop ?? null
  }
  const drop = await read(1)
  if (!drop) return null
  const works = [...drop.artworks.items]
  for (let page = 2; page <= drop.artworks.pageCount; page++)
    works.push(...((await read(page))?.artworks.items ?? []))
  return { ...drop, works }
}

export type Schedule = Schemas['DeskPhases']
export type PhaseInput = Schemas['PhaseInput']
export type Member = Schemas['PhaseMember']

const of = (dropId: string) => ({ path: { dropId } })

/** A drop's phases with their version and the last changes. Throws ApiError 403 forbidden for others than staff. */
export const readSchedule = (dropId: string, signal: AbortSignal) =>
  dataOf(api.GET('/api/desk/drops/{dropId}/phases', { params: of(dropId), signal }))

/** Replaces all phases. Throws ApiError 409 conflict, phase_overlap or phase_sold, and 400 invalid. */
export const saveSchedule = (dropId: string, version: string, items: PhaseInput[], note: string) =>
  dataOf(api.PUT('/api/desk/drops/{dropId}/phases', { params: of(dropId), body: { version, items, note } }))

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
