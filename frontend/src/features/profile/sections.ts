import { may } from '@/lib/session/roles'
import * as t from '@/messages/profile'

/** The parts of the profile area, as in their addresses. */
const sections = [
  ['collection', t.collection],
  ['public-page', t.publicPage],
  ['saved', t.savedSection],
  ['orders', t.orders],
  ['withdrawals', t.withdrawals],
  ['approvals', t.approvals],
  ['studio', t.studio],
  ['payouts', t.salesAndPayouts],
  ['payout-wallet', t.payoutWallet],
  ['wallets', t.wallets],
  ['security', t.security],
  ['profile', t.you],
  ['desk', t.desk],
] as const

export type Section = (typeof sections)[number][0]

/** Whether the desk has a part for an account. */
export const mayUseDesk = (roles: string[] | undefined) =>
  may(roles, 'content', 'support', 'finance', 'admin')

/** For staff only; the page tells others so. */
const forStaff = (name: Section) => name === 'desk'

const forArtists = (name: Section) => name === 'studio' || name === 'payouts' || name === 'payout-wallet'

/**
 * The parts in the navigation. Payouts are for accounts with the role artist. An account that is linked to an artist without
 * the role finds its payouts from the wallets page, or from an email. The desk is for staff.
 */
export const offered = (roles: string[] | undefined, here: Section) =>
  sections.filter(
    ([name]) =>
      (!forArtists(name) || name === here || roles?.includes('artist')) &&
      (!forStaff(name) || mayUseDesk(roles)),
  )

export const sectionHref = (lang: string, section: Section) =>
  section === 'profile' ? `/${lang}/profile/` : `/${lang}/profile/${section}/`

/** The order in an address: one of the caller's own or, on the desk, anyone's. */
export function orderOf(path: string[] | undefined): string | undefined {
  if (path?.length === 2 && path[0] === 'orders') return path[1]
  return path?.length === 3 && path[0] === 'desk' && path[1] === 'orders' ? path[2] : undefined
}

/** The drop of phases in an address of the desk; empty for all drops, undefined for other addresses. */
export function dropOf(path: string[] | undefined): string | undefined {
  if (path?.[0] !== 'desk' || path[1] !== 'drops' || path.length > 3) return undefined
  const drop = path[2] ?? ''
  return /^\d*$/.test(drop) ? drop : undefined
}

const contentFolders = ['artworks', 'drops', 'artists', 'curators', 'posts', 'pages', 'imports'] as const

/** The view of the site's content on the desk: the entries of a folder or the imports, or one of them. */
export interface DeskContent {
  folder: (typeof contentFolders)[number]
  id?: string
}

/** The view of the site's content in an address of the desk. */
export function contentOf(path: string[] | undefined): DeskContent | undefined {
  const [desk, content, folder = 'artworks', id, ...more] = path ?? []
  if (desk !== 'desk' || content !== 'content' || more.length > 0) return undefined
  const known = contentFolders.find((name) => name === folder)
  return known && { folder: known, id }
}

/** A page of the desk besides orders, content and drops. */
export interface DeskPage {
  name: 'accounts' | 'approvals' | 'movements' | 'search'
  /** The account to show; absent for all accounts. */
  id?: string
}

/** The view in an address of the desk, besides orders, content and drops. */
export function deskPageOf(path: string[] | undefined): DeskPage | undefined {
  const [desk, name, id, ...more] = path ?? []
  if (desk !== 'desk' || more.length > 0) return undefined
  if (name === 'accounts') return { name, id }
  return (name === 'approvals' || name === 'movements' || name === 'search') && id === undefined
    ? { name }
    : undefined
}

/** The draft in an address of the studio; empty for all of them, undefined for other addresses. */
export function draftOf(path: string[] | undefined): string | undefined {
  return path?.[0] === 'studio' && path.length <= 2 ? (path[1] ?? '') : undefined
}

/** The submission in an address of the desk; empty for all of them, undefined for other addresses. */
export function submissionOf(path: string[] | undefined): string | undefined {
  return path?.[0] === 'desk' && path[1] === 'submissions' && path.length <= 3 ? (path[2] ?? '') : undefined
}

/** The page of one of the caller's orders. */
export const orderHref = (lang: string, id: string) =>
  `${sectionHref(lang, 'orders')}${encodeURIComponent(id)}/`

/** The part in an address; every other address below the profile shows the profile itself. */
export const sectionOf = (path: string[] | undefined): Section =>
  orderOf(path) || contentOf(path)
    ? path?.[0] === 'desk'
      ? 'desk'
      : 'orders'
    : dropOf(path) !== undefined || deskPageOf(path) || submissionOf(path) !== undefined
      ? 'desk'
      : draftOf(path) !== undefined
        ? 'studio'
        : (sections.find(([name]) => path?.length === 1 && name === path[0])?.[0] ?? 'profile')

export const headings: Record<Section, string> = {
  profile: t.yourProfile,
  collection: t.yourCollection,
  'public-page': t.yourPublicPage,
  saved: t.savedHeading,
  orders: t.yourOrders,
  withdrawals: t.withdrawals,
  approvals: t.approvals,
  wallets: t.yourWallets,
  security: t.security,
  studio: t.studio,
  payouts: t.salesAndPayouts,
  'payout-wallet': t.payoutWallet,
  desk: t.desk,
}
