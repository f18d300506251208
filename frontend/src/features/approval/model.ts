import type { Approval } from './answer'

/** The secret of an address fragment (256 bit, base64url), or null. */
export function secretOf(hash: string): string | null {
  const text = hash.replace(/^#/, '')
  return /^[A-Za-z0-9_-]{20,200}$/.test(text) ? text : null
}

const things: Record<string, { done: string; undone: string }> = {
  token_withdrawal: {
    done: 'The token is sent to the wallet after its waiting time. We mail you when it has arrived.',
    undone: 'The token stays in the vault.',
  },
  payout_wallet_update: {
    done: 'The new wallet comes into force after its waiting time. Until then nothing changes.',
    undone: 'Payouts go on as before.',
  },
}

/** The outcome of a decision, calmly; null while it is open. */
export function outcomeOf({ status, kind, decidedAt }: Approval): { title: string; text: string } | null {
  const thing = things[kind]
  switch (status) {
    case 'pending':
      // This link has decided; the request waits for the next person.
      return decidedAt
        ? {
            title: 'Your approval is recorded',
            text: 'A second person decides next. Nothing changes before that.',
          }
        : null
    case 'approved':
      return { title: 'Approved', text: thing?.done ?? '' }
    case 'rejected':
      return { title: 'Rejected', text: thing?.undone ?? '' }
    case 'expired':
      return {
        title: 'This link has run out',
        text: `${thing?.undone ?? ''} The request can be made again.`.trim(),
      }
    case 'cancelled':
      return { title: 'Cancelled by the person who asked', text: thing?.undone ?? '' }
  }
}
