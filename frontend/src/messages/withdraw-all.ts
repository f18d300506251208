import type { Schemas } from '@/lib/api/client'
import { count } from '@/lib/words'

/** Texts: withdrawing everything. */

/** Why a work stays: the server’s reasons, and those of one request. */
export type Stays = Schemas['TokenLeftOut']['reason'] | 'other_network' | 'next_round'

export const heading = 'Withdraw everything'
export const what = (works: number) =>
  works === 1
    ? 'Send the work that’s ready in our vault to your wallet.'
    : `Send the ${works} works that are ready in our vault to one wallet, with one approval.`
export const start = 'Withdraw everything'

export const title = (works: number) => `Send ${count(works, 'work')} to your wallet`
export const explanation = (works: number, approval: string) =>
  `${works === 1 ? 'This work moves' : 'These works move'} from our vault to a wallet that you control. ${approval} We pay the network fees.`
export const approveBySignature = 'Approve once with your wallet’s signature.'
export const approveByEmail = 'Approve once from the link we email you.'
export const onNetwork = (name: string) => `The works are on ${name}.`
export const timing =
  'Each work is sent on its own, after its waiting time. If many works leave in one day, our team checks the rest before we send them.'
export const go = (works: number) => `${count(works, 'work')} to send`
export const stay = (works: number) => `${count(works, 'work')} that ${works === 1 ? 'stays' : 'stay'}`
export const why: Record<Stays, string> = {
  withdrawal_pending: 'A withdrawal is already in progress.',
  not_in_vault: 'It isn’t ready in our vault yet.',
  token_frozen: 'We’re reviewing the payment.',
  gift_waiting: 'A gift waiting to be accepted.',
  other_network: 'It’s on another network. Withdraw it after these.',
  next_round: 'One request takes 100 works. Withdraw it after these.',
}
export const edition = (number: number, size: number) => (size > 1 ? `#${number} of ${size}` : 'Unique')

export const doneTitle = 'Withdrawal requested'
export const done = (works: number, approval: string) =>
  `We’ve requested the withdrawal of ${count(works, 'work')}. ${approval}`
export const leftOut = (works: number) =>
  works === 1
    ? 'One work stays, because something changed:'
    : `${works} works stay, because something changed:`
