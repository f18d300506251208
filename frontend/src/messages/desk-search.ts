/** Texts: the search over the whole desk. */

export const search = 'Search'
export const searchDesk = 'Search the desk'
export const searchLabel = (groups: string[]) =>
  `Search ${new Intl.ListFormat('en').format(groups.map((name) => name.toLowerCase()))}`
export const searchHint =
  'A number, an email address, a name, a title, or a wallet. Arrow keys move through the results.'
export const resultsFor = (text: string) => `Results for “${text}”`
export const startSearch = 'Type what you’re looking for.'
export const groups = {
  orders: 'Orders',
  accounts: 'Accounts',
  approvals: 'Approvals',
  artworks: 'Artworks',
  artists: 'Artists',
  drops: 'Drops',
}
export const none = 'None found.'
export const all = {
  orders: 'See all matching orders',
  accounts: 'See all matching accounts',
  approvals: 'See all matching approvals',
  artworks: 'See all matching artworks',
  artists: 'See all matching artists',
  drops: 'See all matching drops',
}
export const edition = (number: number, size: number) =>
  size === 1 ? 'unique' : `edition ${number} of ${size}`
