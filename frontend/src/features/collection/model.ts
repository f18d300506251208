import type { Schemas } from '@/lib/api/client'
import type { Stays } from '@/messages/withdraw-all'
import * as t from '@/messages/withdrawals'

/** A token of the caller. Its id is artworkId × 1,000,000 + edition number. */
export type Token = Schemas['Token']

export type Withdrawal = Schemas['Withdrawal']

export type WithdrawalStatus = Withdrawal['status']

/** Entry of the list that local storage keeps. */
export interface TokenStatus {
  tokenId: string
  withdrawTokenStatus: WithdrawalStatus
}

/** The page of a token's work, on which a live one runs as the owner's edition. */
export const pageOf = (lang: string, slug: string, edition: number, live: boolean) =>
  `/${lang}/artworks/${slug}/${live && edition > 1 ? `?edition=${edition}` : ''}`

/** The certificate of an edition as a page, to print and frame. */
export const certificateOf = (lang: string, slug: string, edition: number) =>
  `/${lang}/artworks/${slug}/certificate/?edition=${edition}`

/** Sets the status of a token; adds an entry if the token has none. */
export function withStatus(
  list: TokenStatus[],
  tokenId: string,
  withdrawTokenStatus: WithdrawalStatus,
): TokenStatus[] {
  return list.some((entry) => entry.tokenId === tokenId)
    ? list.map((entry) => (entry.tokenId === tokenId ? { tokenId, withdrawTokenStatus } : entry))
    : [...list, { tokenId, withdrawTokenStatus }]
}

/** On its way: no other withdrawal of the token is possible until it ends. */
export const isMoving = ({ status }: Pick<Withdrawal, 'status'>) =>
  status === 'isWithdrawalAwaitingApproval' || status === 'withdrawalTransactionInProgress'

/** May be cancelled until it was sent. */
export const isCancellable = (withdrawal: Withdrawal) => isMoving(withdrawal) && !withdrawal.transactionHash

/** How many tokens one request withdraws. The server has the same limit. */
const maxBatch = 100

interface Leaving {
  /** What one request withdraws: tokens of one network. */
  go: Token[]
  /** Works of the vault that stay, and why. */
  stay: { token: Token; why: Stays }[]
}

/** Which tokens of the vault one request can withdraw: those of the network with the most, at most a hundred. */
export function leaving(tokens: Token[], withdrawals: Map<string, Withdrawal>): Leaving {
  const inVault = tokens.filter(({ location }) => location === 'vault')
  const free = inVault.filter((token) => !heldBack(token, withdrawals.get(token.tokenId)))
  const networks = [...new Set(free.map(({ chainId }) => chainId))].map((id) =>
    free.filter(({ chainId }) => chainId === id),
  )
  const [first = []] = networks.sort((a, b) => b.length - a.length)
  const go = first.slice(0, maxBatch)
  return {
    go,
    stay: inVault
      .filter((token) => !go.includes(token))
      .map((token) => ({
        token,
        why:
          heldBack(token, withdrawals.get(token.tokenId)) ??
          (first.includes(token) ? 'next_round' : 'other_network'),
      })),
  }
}

/** Why a token can't leave the vault now, or null. */
function heldBack(token: Token, withdrawal: Withdrawal | undefined): Stays | null {
  if (token.status === 'minting') return 'not_in_vault'
  if (token.giftOrder) return 'gift_waiting'
  if (token.frozen) return 'token_frozen'
  return withdrawal && isMoving(withdrawal) ? 'withdrawal_pending' : null
}

/** The withdrawals that were requested together with this one and may still be cancelled, itself included. */
export const cancellableWith = ({ batchId }: Withdrawal, all: Withdrawal[]) =>
  batchId ? all.filter((other) => other.batchId === batchId && isCancellable(other)) : []

/** The newest withdrawal of each token. */
export function newestByToken(withdrawals: Withdrawal[]): Map<string, Withdrawal> {
  const newest = new Map<string, Withdrawal>()
  // The server returns the newest first.
  for (const withdrawal of withdrawals)
    if (!newest.has(withdrawal.tokenId)) newest.set(withdrawal.tokenId, withdrawal)
  return newest
}

/** How many tokens were withdrawn to a wallet that is not linked, so that no collection shows them. Gifts are other people's. */
export const outOfSight = (withdrawals: Withdrawal[], tokens: Pick<Token, 'tokenId'>[]) =>
  [...newestByToken(withdrawals).values()].filter(
    ({ status, tokenId, giftOrder }) =>
      status === 'withdrawalTransactionConfirmed' &&
      !giftOrder &&
      !tokens.some((token) => token.tokenId === tokenId),
  ).length

/** Why a withdrawal failed, by the server's reason. */
const failures: Partial<Record<Withdrawal['reason'], string>> = {
  target_refuses: t.targetRefuses,
  token_frozen: t.tokenFrozen,
  not_in_vault: t.notInVault,
  review_rejected: t.reviewRejected,
}

/** The status of a withdrawal, for people. `when` formats a time; with `bySignature` a wallet approves instead of an emailed link. */
export function withdrawalSentence(
  withdrawal: Withdrawal,
  when: (time: string) => string,
  bySignature = false,
): string {
  switch (withdrawal.status) {
    case 'isWithdrawalAwaitingApproval':
      return bySignature ? t.waitingForSignature : t.waitingForEmail
    case 'withdrawalTransactionInProgress':
      return withdrawal.transactionHash
        ? t.sent
        : withdrawal.inReview
          ? t.inReview
          : withdrawal.notBefore
            ? t.approvedUntil(when(withdrawal.notBefore))
            : t.approved
    case 'withdrawalTransactionConfirmed':
      return withdrawal.giftOrder ? t.giftDelivered : t.confirmed
    case 'rejected':
      return t.rejected
    case 'expired':
      return t.expired
    case 'cancelled':
      return t.cancelled
    case 'failed':
      return t.failed(failures[withdrawal.reason] ?? t.requestAgain)
  }
}

/** Milliseconds in which the film of an edition is normally made. */
const filmedWithin = 30 * 60_000

/** Whether a token was acquired so recently that its film may be in the making. */
export const isNew = ({ acquiredAt }: Pick<Token, 'acquiredAt'>, now = Date.now()) =>
  Boolean(acquiredAt) && now - Date.parse(acquiredAt!) < filmedWithin

/** Milliseconds between reads: a minute, or the pace of the settings while a token is minted or withdrawn. */
export const pollInterval = (moving: boolean, pollSeconds: number) => 1000 * (moving ? pollSeconds : 60)

/** The work and the edition that a token's number names. */
export function workOf(tokenId: string): { artworkId: string; edition: number } {
  const number = BigInt(tokenId)
  return { artworkId: String(number / 1_000_000n), edition: Number(number % 1_000_000n) }
}

/** Lists of at most `size`. */
export function chunks<T>(list: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size))
}
