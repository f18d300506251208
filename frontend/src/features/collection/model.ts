import type { Schemas } from '@/lib/api/client'
import type { Stays } from '@/messages/withdraw'
import * as t from '@/messages/withdrawals'

/** A token of the caller. Its id is artworkId × 1,000,000 + edition number. */
export type Token = Schemas['Token']

export type Withdrawal = Schemas['Withdrawal']

export type WithdrawalStatus = Withdrawal['status']

/** An entry of the list in local storage. */
export interface TokenStatus {
  tokenId: string
  withdrawTokenStatus: WithdrawalStatus
}

/** The page of a token's work, on which a live work draws the owner's edition. */
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

/** In progress: the token can't be withdrawn again until this ends. */
export const isMoving = ({ status }: Pick<Withdrawal, 'status'>) =>
  status === 'isWithdrawalAwaitingApproval' || status === 'withdrawalTransactionInProgress'

/** Can be cancelled until it is sent. */
export const isCancellable = (withdrawal: Withdrawal) => isMoving(withdrawal) && !withdrawal.transactionHash

/** The maximum number of tokens per withdrawal request. The server has the same limit. */
const maxBatch = 100

export interface Leaving {
  /** The content of one withdrawal request: 1 to 100 tokens on one network. */
  go: Token[]
  /** Works that stay in the vault, and why. */
  stay: { token: Token; why: Stays }[]
}

/** The tokens in the vault that one request can withdraw: those on the network with the most, at most a hundred. */
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

/** Why a token can't be withdrawn now, or null. */
function heldBack(token: Token, withdrawal: Withdrawal | undefined): Stays | null {
  if (token.status === 'minting') return 'not_in_vault'
  if (token.giftOrder) return 'gift_waiting'
  if (token.frozen) return 'token_frozen'
  return withdrawal && isMoving(withdrawal) ? 'withdrawal_pending' : null
}

/** The withdrawals that were requested together with this one and can still be cancelled, including itself. */
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

/** How many tokens whose newest withdrawal has a status are in no collection: sent, or withdrawn, to a wallet that isn't linked. Gifts don't count. */
export const outOfSight = (
  withdrawals: Withdrawal[],
  tokens: Pick<Token, 'tokenId'>[],
  wanted: WithdrawalStatus = 'withdrawalTransactionConfirmed',
) =>
  [...newestByToken(withdrawals).values()].filter(
    ({ status, tokenId, giftOrder }) =>
      status === wanted && !giftOrder && !tokens.some((token) => token.tokenId === tokenId),
  ).length

/** Why a withdrawal failed, for the server's reason. */
const failures: Partial<Record<Withdrawal['reason'], string>> = {
  target_refuses: t.targetRefuses,
  token_frozen: t.tokenFrozen,
  not_in_vault: t.notInVault,
  gift_waiting: t.giftWaiting,
  withdrawal_pending: t.withdrawalPending,
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

/** How long it normally takes to make the film of an edition, in milliseconds. */
const filmedWithin = 30 * 60_000

/** Whether a token was acquired so recently that its film may still be in progress. */
export const isNew = ({ acquiredAt }: Pick<Token, 'acquiredAt'>, now = Date.now()) =>
  Boolean(acquiredAt) && now - Date.parse(acquiredAt!) < filmedWithin

/** Milliseconds between two reads: a minute, or the interval in the settings while a token is minted or withdrawn. */
export const pollInterval = (moving: boolean, pollSeconds: number) => 1000 * (moving ? pollSeconds : 60)

/** The work and the edition of a token's id. */
export function workOf(tokenId: string): { artworkId: string; edition: number } {
  const number = BigInt(tokenId)
  return { artworkId: String(number / 1_000_000n), edition: Number(number % 1_000_000n) }
}

/** A poster of an edition, without a price. */
export const posterOf = (lang: string, slug: string, edition: number) =>
  `/${lang}/artworks/${slug}/poster/?edition=${edition}`

/** Splits a list into lists of at most `size`. */
export function chunks<T>(list: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size))
}
