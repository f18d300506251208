/** Texts: the search over the whole desk. */

export const search = 'Search'
export const searchDesk = 'Search the desk'
export const searchLabel = 'Search orders, accounts, approvals and content'
export const searchLabelContent = 'Search artworks, artists and drops'
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
  orders: 'All orders found',
  accounts: 'All accounts found',
  approvals: 'All approvals found',
  artworks: 'All artworks found',
  artists: 'All artists found',
  drops: 'All drops found',
}
export const edition = (number: number, size: number) =>
  size === 1 ? 'unique' : `edition ${number} of ${size}`
