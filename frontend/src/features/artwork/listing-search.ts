/** The parameters that parseListing reads. It isn't used here, because the browser loads it only after a change. */
export const listingParameters = [
  'availability',
  'category',
  'color',
  'editionSize',
  'page',
  'price',
  'priceMax',
  'priceMin',
  'reduced',
  'search',
  'sort',
  'technique',
]

/** The part of an address that the listing reads, as a query string. The server doesn't see the rest of it. */
export const listingSearch = (params: Iterable<[string, string]>): string =>
  new URLSearchParams([...params].filter(([name]) => listingParameters.includes(name))).toString()
