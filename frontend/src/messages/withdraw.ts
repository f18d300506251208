import type { Schemas } from '@/lib/api/client'
import { count } from '@/lib/words'

/** Texts: the dialog that withdraws one work, or several to one wallet. */

/** Why a work stays: the server’s reasons, and those of one request. */
export type Stays = Schemas['TokenLeftOut']['reason'] | 'other_network' | 'next_round'

export const title = (works: string[]) =>
  `Send ${works.length === 1 ? works[0] : `${works.length} works`} to your wallet`
export const explanation = (works: number, bySignature: boolean) =>
  `${works === 1 ? 'This work moves' : 'These works move'} from our vault to a wallet that you control. ${approve(works, bySignature)} We pay the network ${works === 1 ? 'fee' : 'fees'}.`
const approve = (works: number, bySignature: boolean) =>
  `Approve ${works === 1 ? 'it' : 'once'} ${bySignature ? 'with your wallet’s signature' : 'from the link we email you'}.`
export const edition = (number: number, size: number) => (size > 1 ? `#${number} of ${size}` : 'Unique')
export const go = (works: number) => `${works} works to send`
export const stay = (works: number) => `${count(works, 'work')} that ${works === 1 ? 'stays' : 'stay'}`
export const why: Record<Stays, string> = {
  withdrawal_pending: 'A withdrawal is already in progress.',
  not_in_vault: 'It isn’t ready in our vault yet.',
  token_frozen: 'We’re reviewing the payment.',
  gift_waiting: 'A gift waiting to be accepted.',
  other_network: 'It’s on another network. Withdraw it after these.',
  next_round: 'One request takes 100 works. Withdraw it after these.',
}

export const walletAddress = 'Wallet address'
export const walletAddressHint =
  'An address, or an ENS name like alice.eth. Check it carefully: nobody can recover a token sent to the wrong address.'
export const onNetwork = (works: number, name: string) =>
  works === 1 ? `The work is on ${name}.` : `The works are on ${name}.`
export const timing =
  'Each work is sent on its own, after its waiting time. If many works leave in one day, our team checks the rest before we send them.'
export const requestWithdrawal = 'Request withdrawal'
export const useMyConnectedWallet = 'Use my connected wallet'

export const doneTitle = 'Withdrawal requested'
export const done = (works: number, bySignature: boolean) =>
  `We’ve requested the withdrawal of ${count(works, 'work')}. ${approve(works, bySignature)}`
export const leftOut = (works: number) =>
  works === 1
    ? 'One work stays, because something changed:'
    : `${works} works stay, because something changed:`
