'use client'

import { usePolled } from '@/lib/query'
import { useRestored } from '@/lib/restored'
import { type ArtworkFace, pollSeconds, readCollection, readWithdrawals } from './calls'
import { isMoving, newestByToken, pollInterval, type Token, type Withdrawal } from './model'
import { setTokenStatus, useTokens } from './store'
import { useArtworks } from './use-artworks'

export interface Collection {
  /** null until the server has responded. */
  tokens: Token[] | null
  withdrawals: Withdrawal[]
  artworks: Map<string, ArtworkFace>
  problem: string
  reload: () => Promise<void>
}

/** The caller's tokens and their withdrawals. Reads every minute, or at the interval in the settings while one is in progress. */
export function useCollection(): Collection {
  const { data, problem, read } = usePolled({
    queryKey: ['collection'],
    queryFn: async (signal) => {
      const [tokens, withdrawals] = await Promise.all([readCollection(), readWithdrawals()])
      if (!signal.aborted)
        for (const { tokenId, status } of newestByToken(withdrawals).values()) setTokenStatus(tokenId, status)
      const moving = withdrawals.some(isMoving) || tokens.some(({ status }) => status === 'minting')
      return { tokens, withdrawals, pause: pollInterval(moving, await pollSeconds()) }
    },
    every: (last) => last?.pause ?? pollInterval(false, 0),
  })
  useRestored(useTokens)

  const tokens = data?.tokens ?? null
  const artworks = useArtworks((tokens ?? []).map(({ artworkId }) => artworkId))
  return { tokens, withdrawals: data?.withdrawals ?? [], artworks, problem, reload: read }
}
