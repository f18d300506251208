/** Texts: a new entry on the desk of staff. */

export const add = {
  drops: 'New drop',
  artists: 'New artist',
  curators: 'New curator',
  posts: 'New post',
  pages: 'New page',
}
export const artworksFrom = 'New artworks come from the artist’s studio, the content folder or two CSV files.'
export const lead = 'It isn’t on the site until you publish it. Texts come next.'
export const later = {
  drops: 'Dates and the curator can’t be changed later. Artworks join a drop in the content folder.',
  artists: 'The name can’t be changed later.',
  curators: 'The name can be changed later.',
  posts: 'The date and the author can’t be changed later.',
  pages: 'The address can’t be changed later.',
}
export const fields: Record<string, string> = {
  title: 'Title',
  name: 'Name',
  sortName: 'Name for sorting',
  role: 'Role',
  category: 'Category',
  date: 'Date',
  author: 'Author',
  slug: 'Address',
  startsAt: 'Opens',
  endsAt: 'Ends',
  curatorId: 'Curator',
}
export const hints: Record<string, string> = {
  sortName: 'Such as “Abbey, Edwin Austin”. Leave it empty to sort by the last word of the name.',
  slug: 'Lower-case letters, digits and hyphens. Leave it empty to make it of the title.',
  author: 'Leave it empty for none.',
  date: 'Your local time. The post waits for a later date.',
  startsAt: 'Your local time.',
  endsAt: 'Your local time. Leave it empty for a drop without an end.',
}
export const noCurator = 'No curator'
export const dateMissing = 'Enter a date and a time.'
export const endsFirst = 'A drop ends after it opens.'
export const badSlug = 'Use lower-case letters, digits and hyphens.'
export const create = {
  drops: 'Create the drop',
  artists: 'Create the artist',
  curators: 'Create the curator',
  posts: 'Create the post',
  pages: 'Create the page',
}
