/** The parts of the profile area, as in their addresses. */
const sections = [
  ['profile', 'You'],
  ['collection', 'Collection'],
  ['orders', 'Orders'],
  ['withdrawals', 'Withdrawals'],
  ['approvals', 'Approvals'],
  ['wallets', 'Wallets'],
  ['payouts', 'Sales and payouts'],
  ['payout-wallet', 'Payout wallet'],
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
  profile: 'Your profile',
  collection: 'Your collection',
  orders: 'Your orders',
  withdrawals: 'Withdrawals',
  approvals: 'Approvals',
  wallets: 'Your wallets',
  payouts: 'Sales and payouts',
  'payout-wallet': 'Payout wallet',
}
