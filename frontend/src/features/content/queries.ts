import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listEntries } from './calls'
import type { EntryFilter, Folder } from './model'

export const entriesQuery = (folder: Folder, filter: EntryFilter) =>
  queryOptions({
    queryKey: ['content', folder, filter],
    queryFn: ({ signal }) => listEntries(folder, filter, signal),
    placeholderData: keepPreviousData,
  })
