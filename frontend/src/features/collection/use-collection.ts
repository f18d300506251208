'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { wordsOf } from '@/lib/api/error'
import { followStorage } from '@/lib/storage'
import { type ArtworkFace, readArtworks, readCollection, readWithdrawals } from './calls'
import { isMoving, newestByToken, pollInterval, type Token, type Withdrawal } from './model'
import { setTokenStatus, useTokens } from './store'

export interface Collection {
  /** null until the server has answered. */
  tokens: Token[] | null
  withdrawals: Withdrawal[]
  artworks: Map<string, ArtworkFace>
  problem: string
  reload: () => Promise<void>
}

/** The caller's tokens and what happens to them; looks again every minute, sooner while something moves. */
export function useCollection(): Collection {
  const [tokens, setTokens] = useState<Token[] | null>(null)
  const [withdrawals, setWithdrawals] = useState<Withdrawal[]>([])
  const [artworks, setArtworks] = useState(new Map<string, ArtworkFace>())
  const [problem, setProblem] = useState('')
  const asked = useRef('')

  const reload = useCallback(
    () =>
      Promise.all([readCollection(), readWithdrawals()]).then(
        ([owned, requested]) => {
          setTokens(owned)
          setWithdrawals(requested)
          setProblem('')
          for (const { tokenId, status } of newestByToken(requested).values()) setTokenStatus(tokenId, status)
        },
        (error: unknown) => setProblem(wordsOf(error)),
      ),
    [],
  )

  const moving = withdrawals.some(isMoving) || (tokens ?? []).some(({ status }) => status === 'minting')
  useEffect(() => followStorage(useTokens), [])
  useEffect(() => {
    reload()
    const look = () => document.visibilityState === 'visible' && void reload()
    const timer = setInterval(look, pollInterval(moving))
    window.addEventListener('focus', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', look)
    }
  }, [reload, moving])

  const ids = [...new Set((tokens ?? []).map(({ artworkId }) => artworkId))].sort().join()
  useEffect(() => {
    if (!ids || asked.current === ids) return
    asked.current = ids
    readArtworks(ids.split(',')).then(setArtworks, (error: unknown) =>
      console.error('The works of the collection', error),
    )
  }, [ids])

  return { tokens, withdrawals, artworks, problem, reload }
}
