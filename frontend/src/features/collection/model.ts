import type { Schemas } from '@/lib/api/client'

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

/** The newest withdrawal of each token. */
export function newestByToken(withdrawals: Withdrawal[]): Map<string, Withdrawal> {
  const newest = new Map<string, Withdrawal>()
  // The server returns the newest first.
  for (const withdrawal of withdrawals)
    if (!newest.has(withdrawal.tokenId)) newest.set(withdrawal.tokenId, withdrawal)
  return newest
}

/** How many tokens were withdrawn to a wallet that is not linked, so that no collection shows them. */
export const outOfSight = (withdrawals: Withdrawal[], tokens: Pick<Token, 'tokenId'>[]) =>
  [...newestByToken(withdrawals).values()].filter(
    ({ status, tokenId }) =>
      status === 'withdrawalTransactionConfirmed' && !tokens.some((token) => token.tokenId === tokenId),
  ).length

/** Why a withdrawal failed, by the server's reason. */
const failures: Record<string, string> = {
  target_refuses: 'The address is a contract that doesn’t accept tokens. The token is still in our vault.',
  token_frozen: 'We’re reviewing the payment. Until that’s done, the token stays in our vault.',
  not_in_vault: 'The token isn’t in our vault.',
}

/** The status of a withdrawal, for people. `when` formats a time; with `bySignature` a wallet approves instead of an emailed link. */
export function withdrawalSentence(
  withdrawal: Withdrawal,
  when: (time: string) => string,
  bySignature = false,
): string {
  switch (withdrawal.status) {
    case 'isWithdrawalAwaitingApproval':
      return bySignature
        ? 'Waiting for your approval: sign it with your wallet.'
        : 'Waiting for your approval: open the link we emailed you.'
    case 'withdrawalTransactionInProgress':
      return withdrawal.transactionHash
        ? 'Sent. Waiting for the network to confirm it.'
        : withdrawal.notBefore
          ? `Approved. We’ll send it after ${when(withdrawal.notBefore)}, so you can still stop it until then.`
          : 'Approved. We’re sending it now.'
    case 'withdrawalTransactionConfirmed':
      return 'Confirmed: the token is in your wallet.'
    case 'rejected':
      return 'Rejected. The token is still in our vault.'
    case 'expired':
      return 'Not approved in time. The token is still in our vault. You can request it again.'
    case 'cancelled':
      return 'Cancelled. The token is still in our vault.'
    case 'failed':
      return `We couldn’t send it. ${failures[withdrawal.reason ?? ''] ?? 'The token is still in our vault. You can request it again.'}`
  }
}

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
