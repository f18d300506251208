/** Texts: a new entry on the desk of staff. */

export const add = {
  artworks: 'New artwork',
  drops: 'New drop',
  artists: 'New artist',
  curators: 'New curator',
  posts: 'New post',
  pages: 'New page',
}
export const lead = 'It isn’t on the site until you publish it. Texts come next.'
export const later = {
  artworks:
    'The artist, the editions, the dates and the picture can’t be changed later. Films and live works come from the artist’s studio.',
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
  artistId: 'Artist',
  editionSize: 'Editions',
  publishedAt: 'Appears',
  dropId: 'Drop',
  alt: 'Description of the picture',
}
export const hints: Record<string, string> = {
  sortName: 'Such as “Abbey, Edwin Austin”. Leave it empty to sort by the last word of the name.',
  slug: 'Lower-case letters, digits and hyphens. Leave it empty to make it of the title.',
  author: 'Leave it empty for none.',
  artistId: 'The artist can’t be changed later.',
  editionSize: 'From 1 to 10,000. One is a unique work.',
  publishedAt: 'Your local time. A published artwork waits for a later date.',
  alt: 'For people who don’t see it.',
  date: 'Your local time. The post waits for a later date.',
  startsAt: 'Your local time.',
  endsAt: 'Your local time. Leave it empty for a drop without an end.',
}
export const artistNumber = 'Artist’s number'
export const noArtist = 'Choose an artist'
export const noDrop = 'No drop'
export const artistMissing = 'Choose an artist.'
export const artistFirst = 'Choose the artist before the picture.'
export const badSize = 'Enter a number from 1 to 10,000.'
export const pictureMissing = 'Upload a picture.'
export const pictureThere = 'The picture is uploaded.'
export const noCurator = 'No curator'
export const dateMissing = 'Enter a date and a time.'
export const endsFirst = 'A drop ends after it opens.'
export const badSlug = 'Use lower-case letters, digits and hyphens.'
export const create = {
  artworks: 'Create the artwork',
  drops: 'Create the drop',
  artists: 'Create the artist',
  curators: 'Create the curator',
  posts: 'Create the post',
  pages: 'Create the page',
}
