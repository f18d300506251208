'use client'

import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { api, dataOf } from '@/lib/api/client'
import { queryClient } from '@/lib/query'

/** The colours that the owner chose for the walls of their works, by token. */
type Walls = ReadonlyMap<string, string>

const queryKey = ['walls']
const none: Walls = new Map()

export const wallsQuery = queryOptions({
  queryKey,
  queryFn: async (): Promise<Walls> => {
    const { items = [] } = await dataOf(api.GET('/api/walls'))
    return new Map(items.map(({ tokenId, color }) => [tokenId, color]))
  },
  // Only this page changes them, and a read between a choice and its response would have the previous one.
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

/** The walls that the owner chose, none until they are known. */
export const useWalls = () => useQuery(wallsQuery, queryClient).data ?? none

/** Chooses the wall of a work; '' is automatic. It shows immediately, and changes back if it can't be saved. */
export function useWallChoice(tokenId: string) {
  const shown = () => queryClient.getQueryData<Walls>(queryKey)?.get(tokenId) ?? ''
  const show = (color: string) =>
    queryClient.setQueryData<Walls>(queryKey, (walls) => new Map(walls).set(tokenId, color))
  return useMutation(
    {
      mutationKey: queryKey,
      mutationFn: (color: string) =>
        dataOf(api.PUT('/api/walls/{tokenId}', { params: { path: { tokenId } }, body: { color } })),
      networkMode: 'always',
      // One after another, so that the last choice is stored last.
      scope: { id: 'walls' },
      onMutate: (color) => {
        const before = shown()
        show(color)
        return before
      },
      onError: (_, color, before) => {
        // A later choice stays.
        if (shown() === color) show(before ?? '')
        if (queryClient.isMutating({ mutationKey: queryKey }) === 1)
          void queryClient.invalidateQueries({ queryKey })
      },
    },
    queryClient,
  )
}
