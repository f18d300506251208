import * as t from '@/messages/profile'

/** The parts of the profile area, as in their addresses. */
const sections = [
  ['profile', t.you],
  ['collection', t.collection],
  ['orders', t.orders],
  ['withdrawals', t.withdrawals],
  ['approvals', t.approvals],
  ['wallets', t.wallets],
  ['security', t.security],
  ['payouts', t.salesAndPayouts],
  ['payout-wallet', t.payoutWallet],
] as const

export type Section = (typeof sections)[number][0]

const forArtists = (name: Section) => name === 'payouts' || name === 'payout-wallet'

/**
 * The parts that the navigation offers. Payouts are for accounts with the role artist. An account that is linked to an artist without
 * the role finds its payouts from the wallets page, or from an email.
 */
export const offered = (roles: string[] | undefined, here: Section) =>
  sections.filter(([name]) => !forArtists(name) || name === here || roles?.includes('artist'))

export const sectionHref = (lang: string, section: Section) =>
  section === 'profile' ? `/${lang}/profile/` : `/${lang}/profile/${section}/`

/** The part that an address names; every other address below the profile shows the profile itself. */
export const sectionOf = (path: string[] | undefined): Section =>
  sections.find(([name]) => path?.length === 1 && name === path[0])?.[0] ?? 'profile'

export const headings: Record<Section, string> = {
  profile: t.yourProfile,
  collection: t.yourCollection,
  orders: t.yourOrders,
  withdrawals: t.withdrawals,
  approvals: t.approvals,
  wallets: t.yourWallets,
  security: t.security,
  payouts: t.salesAndPayouts,
  'payout-wallet': t.payoutWallet,
}
