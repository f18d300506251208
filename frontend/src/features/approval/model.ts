import { shortAddress } from '@/lib/wallet/address'
import { outcomes, severalWorks, things } from '@/messages/approval'
import type { Approval } from './calls'

/** The secret in an address fragment (256 bits, base64url), or null. */
export function secretOf(hash: string): string | null {
  const text = hash.replace(/^#/, '')
  return /^[A-Za-z0-9_-]{20,200}$/.test(text) ? text : null
}

/** The request id in the address of an approver's page, or null. */
export function requestOf(search: string): string | null {
  const id = new URLSearchParams(search).get('request')
  return id && /^[0-9a-f-]{36}$/.test(id) ? id : null
}

/** The address of the page on which an approver decides a request. */
export const requestHref = (lang: string, { id, kind }: { id: string; kind: string }) =>
  `/${lang}/${kind === 'payout_wallet_update' ? 'approve-payout-wallet-update' : 'approve-token-withdrawal'}/?request=${id}`

/** The outcome of a decision; null while the person with this link can decide. */
export function outcomeOf({
  status,
  kind,
  decidedAt,
  asks,
  outcome,
  waitsFor,
  works,
  cancelledWorks,
}: Approval): { title: string; text: string } | null {
  const thing = works.length + cancelledWorks.length > 1 ? severalWorks : things[kind]
  switch (status) {
    case 'pending':
      // This link has decided; the request waits for the next person.
      return decidedAt ? outcomes.approvedByYou : null
    case 'approved':
      if (outcome === 'completed' && thing) return thing.completed
      if (outcome === 'failed' && thing) return thing.failed
      if (outcome === 'cancelled' && thing) return thing.stopped
      return waitsFor ? outcomes.approvedByYou : { title: outcomes.approved, text: thing?.approved ?? '' }
    case 'rejected':
      return { title: outcomes.rejected, text: thing?.undone ?? '' }
    case 'expired':
      // The owner may have approved in time but not the second person: the text fits both.
      return {
        title: outcomes.expired,
        text: `${thing?.undone ?? ''} ${asks === 'owner' ? outcomes.expiredOwner : outcomes.expiredOther}`,
      }
    case 'cancelled':
      return { title: outcomes.cancelled, text: thing?.undone ?? '' }
  }
}

/** The request as a heading. Addresses are shortened; the details show them in full. */
export const headingOf = ({ summary, details }: Pick<Approval, 'summary' | 'details'>) =>
  summary.replace(/0x[0-9a-fA-F]{40}/g, (address) =>
    details.some(({ value }) => value === address) ? shortAddress(address) : address,
  )

/** Where the requester can track it, or request it again after it has expired. */
export const followUpOf = ({
  kind,
  status,
}: Pick<Approval, 'kind' | 'status'>): [path: string, label: string] => {
  const thing = things[kind] ?? things.token_withdrawal!
  return status === 'expired' ? thing.again : thing.follow
}

/** Whether anything about a request may still change. */
export const isOpen = ({ status, outcome }: Pick<Approval, 'status' | 'outcome'>) =>
  status === 'pending' || (status === 'approved' && !outcome)

/** Milliseconds until a page that shows a request should load it again. */
export const paceOf = (approval: Approval | null, now: number) => {
  if (!approval) return 10_000
  // In progress after an approval, by this link or by all.
  if (outcomeOf(approval)) return 10_000
  // The owner can cancel works of several one by one.
  return approval.works.length > 1 ? Math.min(untilLate(approval, now), 15_000) : untilLate(approval, now)
}

/** Milliseconds until just after a pending request expires, by a clock that may be off. */
const untilLate = ({ expiresAt }: Pick<Approval, 'expiresAt'>, now: number) =>
  Math.min(Math.max(new Date(expiresAt).getTime() - now + 500, 5000), 2 ** 31 - 1)
