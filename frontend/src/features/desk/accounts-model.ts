import { defineFilter, text } from '@/lib/filter'
import * as t from '@/messages/desk-accounts'
import type { Found, Summary } from './accounts-calls'

export const accountFilter = defineFilter({ search: text })

export const accountsHref = (lang: string, search?: string) =>
  `/${lang}/profile/desk/accounts/${accountFilter.query({ search })}`
export const accountHref = (lang: string, id: string) => `/${lang}/profile/desk/accounts/${id}/`

type State = Pick<Summary, 'blocked' | 'disabled' | 'email' | 'emailVerified'>

/** Staff act on the first that applies. */
export function stateOf({ blocked, disabled, email, emailVerified }: State): string {
  if (blocked) return t.states.blocked
  if (disabled) return t.states.disabled
  return email && !emailVerified ? t.states.unverified : t.states.active
}

/** "0x5aAe…eAed" */
export const shortWallet = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

/** What names an account in a list: an address, a wallet, or its number. */
export const labelOf = ({ id, email, wallets }: Pick<Found, 'id' | 'email' | 'wallets'>) =>
  email || (wallets[0] ? shortWallet(wallets[0]) : id)
