import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { onSession } from '@/lib/session/events'
import { persistLocal, storageKey } from '@/lib/storage'
import { type TokenStatus, type WithdrawalStatus, withStatus } from './model'

interface TokenList {
  /** Each token's last known withdrawal status, shown until the server responds. */
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
