'use client'

import { useEffect, useRef, useState } from 'react'
import { followStorage } from '@/lib/storage'
import { usePoll } from '@/lib/use-poll'
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

/** The caller's tokens and what happens to them; reads them again every minute, or sooner while something moves. */
export function useCollection(): Collection {
  const [pace, setPace] = useState(pollInterval(false, 0))
  const [artworks, setArtworks] = useState(new Map<string, ArtworkFace>())
  const asked = useRef('')

  const { answer, problem, look } = usePoll(async (signal) => {
    const [tokens, withdrawals] = await Promise.all([readCollection(), readWithdrawals()])
    if (!signal.aborted) {
      for (const { tokenId, status } of newestByToken(withdrawals).values()) setTokenStatus(tokenId, status)
      setPace(
        pollInterval(
          withdrawals.some(isMoving) || tokens.some(({ status }) => status === 'minting'),
          await pollSeconds(),
        ),
      )
    }
    return { tokens, withdrawals }
  }, pace)
  useEffect(() => followStorage(useTokens), [])

  const tokens = answer?.tokens ?? null
  const ids = [...new Set((tokens ?? []).map(({ artworkId }) => artworkId))].sort().join()
  useEffect(() => {
    if (!ids || asked.current === ids) return
    asked.current = ids
    readArtworks(ids.split(',')).then(setArtworks, (error: unknown) =>
      console.error('The works of the collection', error),
    )
  }, [ids])

  return { tokens, withdrawals: answer?.withdrawals ?? [], artworks, problem, reload: look }
}
