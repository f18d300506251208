'use client'

import { useEffect, useRef, useState } from 'react'
import { usePolled } from '@/lib/query'
import { followStorage } from '@/lib/storage'
import { type ArtworkFace, pollSeconds, readArtworks, readCollection, readWithdrawals } from './calls'
import { isMoving, newestByToken, pollInterval, type Token, type Withdrawal } from './model'
import { setTokenStatus, useTokens } from './store'

export interface Collection {
  /** null until the server has responded. */
  tokens: Token[] | null
  withdrawals: Withdrawal[]
  artworks: Map<string, ArtworkFace>
  problem: string
  reload: () => Promise<void>
}

/** The caller's tokens and their withdrawals. Reads every minute, or at the pace of the settings while one is on its way. */
export function useCollection(): Collection {
  const [artworks, setArtworks] = useState(new Map<string, ArtworkFace>())
  const asked = useRef('')

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
  useEffect(() => followStorage(useTokens), [])

  const tokens = data?.tokens ?? null
  const ids = [...new Set((tokens ?? []).map(({ artworkId }) => artworkId))].sort().join()
  useEffect(() => {
    if (!ids || asked.current === ids) return
    asked.current = ids
    readArtworks(ids.split(',')).then(setArtworks, (error: unknown) =>
      console.error('Loading the works of the collection', error),
    )
  }, [ids])

  return { tokens, withdrawals: data?.withdrawals ?? [], artworks, problem, reload: read }
}
