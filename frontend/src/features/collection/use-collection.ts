'use client'

import { useRead } from '@/lib/query'
import { useRestored } from '@/lib/restored'
import type { ArtworkFace } from './calls'
import type { Token, Withdrawal } from './model'
import { collectionQuery } from './queries'
import { useTokens } from './store'
import { useArtworks } from './use-artworks'

export interface Collection {
  /** null until the server has responded. */
  tokens: Token[] | null
  withdrawals: Withdrawal[]
  artworks: Map<string, ArtworkFace>
  problem: string
  reload: () => Promise<void>
}

/** The caller's tokens and their withdrawals. */
export function useCollection(): Collection {
  const { data, problem, read } = useRead(collectionQuery)
  useRestored(useTokens)

  const tokens = data?.tokens ?? null
  const artworks = useArtworks((tokens ?? []).map(({ artworkId }) => artworkId))
  return { tokens, withdrawals: data?.withdrawals ?? [], artworks, problem, reload: read }
}
