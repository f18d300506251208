import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { polled } from '@/lib/query'
import { listSubmissions, listWorks, readDraftPicture } from './calls'
import { isWaiting, type QueueFilter } from './model'

/**
 * The state of the picture and the proof of one version, every two seconds while it waits. `repeats` counts how often the proof was
 * repeated: what was read before is old then.
 */
export const draftPictureQuery = (id: string, version: number, repeats: number) =>
  polled({
    queryKey: ['draft-picture', id, version, repeats],
    queryFn: () => readDraftPicture(id),
    every: (last) => (last && !isWaiting(last) ? false : 2000),
  })

export const submissionsQuery = (filter: QueueFilter) =>
  queryOptions({
    queryKey: ['submissions', filter],
    queryFn: ({ signal }) => listSubmissions(filter, signal),
    placeholderData: keepPreviousData,
  })

export const worksQuery = (of: { artist: string; page: number }) =>
  queryOptions({
    queryKey: ['studio-works', of],
    queryFn: ({ signal }) => listWorks(of, signal),
    placeholderData: keepPreviousData,
  })
