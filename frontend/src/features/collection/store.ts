import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { onSession } from '@/lib/session/events'
import { persistLocal, storageKey } from '@/lib/storage'
import { type TokenStatus, type WithdrawalStatus, withStatus } from './model'

interface TokenList {
  /** What was last known of each token's withdrawal, so that a page says it before the server has answered. */
  tokens: TokenStatus[]
}

export const useTokens = create<TokenList>()(
  persist((): TokenList => ({ tokens: [] }), {
    name: storageKey('tokens'),
    version: 1,
    storage: persistLocal<TokenList>(),
    skipHydration: true,
    merge: (stored, current) => ({ ...current, tokens: [], ...(stored as object | undefined) }),
  }),
)

export const setTokenStatus = (tokenId: string, status: WithdrawalStatus) =>
  useTokens.setState(({ tokens }) => ({ tokens: withStatus(tokens, tokenId, status) }))

onSession('ended', () => useTokens.setState({ tokens: [] }))
