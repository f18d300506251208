import { outcomes, thingOf } from '@/messages/approval'
import { isolate } from '@/messages/direction'
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

/** The texts about what is requested. */
const textsOf = ({ kind, works, cancelledWorks }: Pick<Approval, 'kind' | 'works' | 'cancelledWorks'>) =>
  thingOf(kind, works.length + cancelledWorks.length)

/** The outcome of a decision; null while the person with this link can decide. */
export function outcomeOf(approval: Approval): { title: string; text: string } | null {
  const { status, decidedAt, asks, outcome, waitsFor } = approval
  const { approved, completed, failed, stopped, undone } = textsOf(approval)
  switch (status) {
    case 'pending':
      // This link has decided; the request waits for the next person.
      return decidedAt ? outcomes.approvedByYou : null
    case 'approved':
      if (outcome === 'completed') return completed
      if (outcome === 'failed') return failed
      if (outcome === 'cancelled') return stopped
      return waitsFor ? outcomes.approvedByYou : { title: outcomes.approved, text: approved }
    case 'rejected':
      return { title: outcomes.rejected, text: undone }
    case 'expired':
      // The owner may have approved in time but not the second person: the text fits both.
      return {
        title: outcomes.expired,
        text: `${undone} ${asks === 'owner' ? outcomes.expiredOwner : outcomes.expiredOther}`,
      }
    case 'cancelled':
      return { title: outcomes.cancelled, text: undone }
  }
}

/** The request as a heading. Addresses are shortened; the details show them in full. */
export const headingOf = ({ summary, details, works }: Pick<Approval, 'summary' | 'details' | 'works'>) =>
  works
    .reduce((text, { title }) => text.replace(title, isolate), summary)
    .replace(/0x[0-9a-fA-F]{40}/g, (address) =>
      details.some(({ value }) => value === address)
        ? `${address.slice(0, 6)}…${address.slice(-4)}`
        : address,
    )

/** Where the requester can track it, or request it again after it has expired. */
export const followUpOf = (approval: Approval): [path: string, label: string] => {
  const { again, follow } = textsOf(approval)
  return approval.status === 'expired' ? again : follow
}

/** Whether anything about a request may still change. */
export const isOpen = ({ status, outcome }: Pick<Approval, 'status' | 'outcome'>) =>
  status === 'pending' || (status === 'approved' && !outcome)

/** Milliseconds until a page that shows a request should load it again. */
export function paceOf(approval: Approval, now: number) {
  // In progress after an approval, by this link or by all.
  if (outcomeOf(approval)) return 10_000
  // Just after it expires, by a clock that may be off. Until then the requester can cancel it, and a withdrawal's works one by one.
  return Math.min(Math.max(new Date(approval.expiresAt).getTime() - now + 500, 5000), 15_000)
}
