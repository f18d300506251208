import { shortAddress } from '@/lib/wallet/address'
import type { Approval } from './answer'

/** The secret of an address fragment (256 bit, base64url), or null. */
export function secretOf(hash: string): string | null {
  const text = hash.replace(/^#/, '')
  return /^[A-Za-z0-9_-]{20,200}$/.test(text) ? text : null
}

interface Thing {
  done: string
  undone: string
  /** What the owner's own yes means where a second person decides too; the answer does not say whether they have. */
  yours?: string
  /** Where the owner asks anew, below the profile. */
  again: [path: string, label: string]
}

const things: Record<string, Thing> = {
  token_withdrawal: {
    done: 'The token is sent to the wallet after its waiting time. We mail you when it has arrived.',
    undone: 'The token stays in the vault.',
    again: ['collection/', 'Ask for the withdrawal again'],
  },
  payout_wallet_update: {
    done: 'The new wallet comes into force after its waiting time. Until then nothing changes.',
    undone: 'Payouts go on as before.',
    yours:
      'A second person has to approve it too. Then the new wallet comes into force after its waiting time; until then nothing changes.',
    again: ['payout-wallet/', 'Ask for the wallet again'],
  },
}

/** The outcome of a decision, calmly; null while it is open. */
export function outcomeOf({
  status,
  kind,
  decidedAt,
  asks,
}: Approval): { title: string; text: string } | null {
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
      return asks === 'owner' && thing?.yours
        ? { title: 'Approved by you', text: thing.yours }
        : { title: 'Approved', text: thing?.done ?? '' }
    case 'rejected':
      return { title: 'Rejected', text: thing?.undone ?? '' }
    case 'expired':
      // An owner may have approved in time, and the second person not: the words hold for both.
      return {
        title: 'Not approved in time',
        text: `The request has ended, and its links with it. ${thing?.undone ?? ''} ${
          asks === 'owner'
            ? 'You can ask again; then a new link is mailed to you.'
            : 'The person who asked can ask again; then a new link is mailed.'
        }`,
      }
    case 'cancelled':
      return { title: 'Cancelled by the person who asked', text: thing?.undone ?? '' }
  }
}

/** What is decided, as a heading: addresses shortened, for they stand whole among the details. */
export const headingOf = ({ summary, details }: Pick<Approval, 'summary' | 'details'>) =>
  summary.replace(/0x[0-9a-fA-F]{40}/g, (address) =>
    details.some(({ value }) => value === address) ? shortAddress(address) : address,
  )

/** Where the person who asked sees how it goes on, or asks again where nobody decided in time. */
export const followUpOf = ({
  kind,
  status,
}: Pick<Approval, 'kind' | 'status'>): [path: string, label: string] =>
  (status === 'expired' && things[kind]?.again) ||
  (kind === 'payout_wallet_update'
    ? ['payout-wallet/', 'Your payout wallet']
    : ['withdrawals/', 'Your withdrawals'])

/** Milliseconds until a page that shows an open request should look again: just after its end, by a clock that may be off. */
export const untilLate = ({ expiresAt }: Pick<Approval, 'expiresAt'>, now: number) =>
  Math.min(Math.max(new Date(expiresAt).getTime() - now + 500, 5000), 2 ** 31 - 1)
