import { polled, queryClient } from '@/lib/query'
import { readPending } from './calls'

const queryKey = ['email-change']

/**
 * The caller's pending change, read again while there is one, because links are opened on other pages or devices. Calls `onEnded` when it
 * has ended, because the profile's email may have changed.
 */
export const pendingQuery = (onEnded: () => Promise<void>) =>
  polled({
    queryKey,
    queryFn: async (signal) => {
      const pending = await readPending(signal)
      if (!pending && queryClient.getQueryData(queryKey)) await onEnded()
      return pending
    },
    every: (last) => (last ? 10_000 : false),
  })

/** Makes pages that show the pending change read it again. */
export const pendingChanged = () => queryClient.invalidateQueries({ queryKey })
