import { polled } from '@/lib/query'
import { pollSeconds, readCollection, readWithdrawals } from './calls'
import { isMoving, newestByToken, pollInterval } from './model'
import { setTokenStatus } from './store'

/** Every minute, or at the interval in the settings while something is in progress. */
const paused = (last: { pause: number } | undefined) => last?.pause ?? pollInterval(false, 0)

/** The caller's tokens and their withdrawals. */
export const collectionQuery = polled({
  queryKey: ['collection'],
  queryFn: async (signal) => {
    const [tokens, withdrawals] = await Promise.all([readCollection(), readWithdrawals()])
    if (!signal.aborted)
      for (const { tokenId, status } of newestByToken(withdrawals).values()) setTokenStatus(tokenId, status)
    const moving = withdrawals.some(isMoving) || tokens.some(({ status }) => status === 'minting')
    return { tokens, withdrawals, pause: pollInterval(moving, await pollSeconds()) }
  },
  every: paused,
})

export const withdrawalsQuery = polled({
  queryKey: ['withdrawals'],
  queryFn: async () => {
    const list = await readWithdrawals()
    return { list, pause: pollInterval(list.some(isMoving), await pollSeconds()) }
  },
  every: paused,
})
