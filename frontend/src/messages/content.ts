import type { ErrorCode } from '@/lib/api/error'

/** Texts: content on the desk of staff. */

const plural = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`)

// Lists
export const desk = 'Desk'
export const orders = 'Orders'
export const content = 'Content'
export const submissions = 'Submissions'
export const phases = 'Phases of drops'
export const accounts = 'Accounts'
export const approvals = 'Approvals'
export const movements = 'Movements'
export const searchDesk = 'Search'
export const noRole = 'Your role doesn’t have access to this page.'
export const folders = {
  artworks: 'Artworks',
  drops: 'Drops',
  artists: 'Artists',
  curators: 'Curators',
  posts: 'Posts',
  pages: 'Pages',
}
export const find = {
  artworks: 'Find artworks',
  drops: 'Find drops',
  artists: 'Find artists',
  curators: 'Find curators',
  posts: 'Find posts',
  pages: 'Find pages',
}
export const searchLabel = {
  artworks: 'Title, artist or number',
  drops: 'Title, curator or number',
  artists: 'Name, place or number',
  curators: 'Name, role or number',
  posts: 'Title, category or number',
  pages: 'Title or address',
}
export const status = 'Status'
export const anyStatus = 'Any'
export const statuses = { PUBLISHED: 'Published', SCHEDULED: 'Scheduled', DRAFT: 'Not published' }
export const results = {
  artworks: 'Artworks found',
  drops: 'Drops found',
  artists: 'Artists found',
  curators: 'Curators found',
  posts: 'Posts found',
  pages: 'Pages found',
}
export const found = {
  artworks: (n: number) => plural(n, 'artwork', 'artworks'),
  drops: (n: number) => plural(n, 'drop', 'drops'),
  artists: (n: number) => plural(n, 'artist', 'artists'),
  curators: (n: number) => plural(n, 'curator', 'curators'),
  posts: (n: number) => plural(n, 'post', 'posts'),
  pages: (n: number) => plural(n, 'page', 'pages'),
}
export const noneFound = 'Nothing found.'
export const edited = 'edited here'

// Entry
export const back = {
  artworks: 'All artworks',
  drops: 'All drops',
  artists: 'All artists',
  curators: 'All curators',
  posts: 'All posts',
  pages: 'All pages',
}
export const missing = {
  artworks: 'This artwork doesn’t exist.',
  drops: 'This drop doesn’t exist.',
  artists: 'This artist doesn’t exist.',
  curators: 'This curator doesn’t exist.',
  posts: 'This post doesn’t exist.',
  pages: 'This page doesn’t exist.',
}
export const opens = (date: string) => `On the site. The opening is on ${date}.`
export const state = {
  PUBLISHED: 'Published.',
  SCHEDULED: (date: string) => `Published, and appears on ${date}.`,
  DRAFT: 'Not published: visitors can’t see it.',
}
export const see = 'See it on the site'
export const whoWins = 'Your changes and the content folder'
export const folderWins =
  'What you change here stays until someone edits this entry’s file in the content folder. The next import then replaces your changes. To keep a change for good, make it in the file as well.'
/** What of a kind only the content folder changes. */
export const folderOnly = {
  artworks: 'Pictures, editions and dates change in the file only.',
  drops: 'Dates, the curator and the cover change in the file only.',
  artists: 'The name and the portrait change in the file only.',
  curators: 'The portrait changes in the file only.',
  posts: 'The cover, the author and the date change in the file only.',
  pages: 'A changed text is a new version. Purchases keep the version that the buyer accepted.',
}
/** Entries without a file, from the studio or the desk. */
export const madeHere = {
  artworks: 'This work came from the artist’s studio or was created here',
  drops: 'This drop was created here',
  artists: 'This artist was created here',
  curators: 'This curator was created here',
  posts: 'This post was created here',
}
export const madeHereMeans = {
  artworks:
    'It has no file in the content folder, so imports don’t change it. Its picture, files and editions stay as they were accepted.',
  drops:
    'It has no file in the content folder, so imports don’t change it. Its dates and its curator stay as they were created.',
  artists:
    'It has no file in the content folder, so imports don’t change it. The name stays as it was created.',
  curators: 'It has no file in the content folder, so imports don’t change it.',
  posts:
    'It has no file in the content folder, so imports don’t change it. The date and the author stay as they were created.',
}
export const editedHere = 'This entry has changes that aren’t in its file.'

// Form
export const edit = 'Edit'
export const fields: Record<string, string> = {
  title: 'Title',
  medium: 'Technique',
  year: 'Year',
  category: 'Category',
  purchasePrice: 'Price',
  description: 'Description',
  summary: 'Summary',
  body: 'Text',
  works: 'Order of the artworks',
  name: 'Name',
  role: 'Role',
  born: 'Born',
  died: 'Died',
  place: 'Place',
  website: 'Website',
  bio: 'Biography',
  portrait: 'Portrait',
  published: 'On the site',
}
export const hints: Record<string, string> = {
  year: 'Years before the common era are negative: -500 is 500 BC.',
  description: 'Markdown.',
  body: 'Markdown.',
  bio: 'Markdown.',
}
export const orderHint =
  'Visitors see the artworks in this order. Drag a picture or use the buttons. New artworks follow at the end, the newest first.'
/** The order of a drop without an own one. */
export const newestFirst = 'newest first'
export const priceHint = (currency: string) => `In ${currency}. Leave it empty to take the work off sale.`
export const required = 'Fill this in.'
export const badYear = (from: number, to: number) => `Enter a year from ${from} to ${to}, or leave it empty.`
export const badWebsite = 'Enter an address such as https://example.org/, or leave it empty.'
export const badPrice = 'Enter a price above 0, such as 1,250, or leave it empty.'
export const save = 'Save changes'
export const discard = 'Discard changes'
export const unsaved = (n: number) => plural(n, 'unsaved change', 'unsaved changes')
export const nothingChanged = 'No unsaved changes.'
export const kept = 'Your unsaved changes are still here'
export const keptHint = 'You left before saving. Save them or discard them.'
export const keptOutdated = 'Somebody else changed this since you were here'
export const keptOutdatedHint =
  'Your unsaved text is still in the form. Their text is crossed out, yours is underlined. Save to replace theirs, or discard your changes to keep it.'
export const saved = 'Saved.'
export const savedPublic = 'Saved. Visitors see it now.'

// Preview
export const preview = 'Preview'
export const showPreview = 'Show preview'
export const hidePreview = 'Hide preview'
export const previewHint = 'As visitors would see it, with your unsaved changes.'
export const stillOnly = 'A live work is shown as a still here.'
export const allWorksShown = 'The drop’s unpublished artworks are shown, too.'
export const screen = 'Screen'
export const screens = { phone: 'Phone', desktop: 'Desktop' }
export const previewOn = { phone: 'Preview on a phone', desktop: 'Preview on a desktop' }
export const notForSale = 'Not for sale'
export const createLink = 'Create a preview link'
export const previewLink = 'Open the preview'
export const previewUntil = (time: string) => `Anyone with this link can read the saved post until ${time}.`

// Publish
export const publishing = 'On the site'
export const publish = 'Publish'
export const unpublish = 'Unpublish'
export const confirmPublish = {
  artworks: 'Publish this artwork?',
  drops: 'Publish this drop?',
  artists: 'Publish this artist?',
  curators: 'Publish this curator?',
  posts: 'Publish this post?',
  pages: 'Publish this page?',
}
export const publishMeans = {
  artworks: 'Visitors see it immediately, or on its date. If it has a price, they can buy it.',
  drops: 'Visitors see it immediately. Its artworks stay unpublished until you publish them.',
  artists: 'Visitors see the artist’s page immediately. Artworks stay unpublished until you publish them.',
  curators: 'Visitors see it immediately, and the name on the curator’s drops and artworks.',
  posts: 'Visitors see it immediately, or on its date.',
  pages: 'Visitors see it immediately.',
}
export const doPublish = {
  artworks: 'Publish the artwork',
  drops: 'Publish the drop',
  artists: 'Publish the artist',
  curators: 'Publish the curator',
  posts: 'Publish the post',
  pages: 'Publish the page',
}
export const confirmUnpublish = {
  artworks: 'Take this artwork off the site?',
  drops: 'Take this drop off the site?',
  artists: 'Take this artist off the site?',
  curators: 'Take this curator off the site?',
  posts: 'Take this post off the site?',
  pages: 'Take this page off the site?',
}
export const unpublishMeans = {
  artworks:
    'Its page disappears and nobody can buy it. Editions that are sold stay sold. You can publish it again.',
  drops:
    'Its page disappears. This works only while none of its artworks is published, sold or reserved. You can publish it again.',
  artists:
    'The artist’s page disappears. This works only while none of the artist’s artworks is published. The account stays linked, with its studio and payouts. You can publish it again.',
  curators:
    'The curator’s page disappears. Drops and artworks stay on the site, without the name. You can publish it again.',
  posts: 'Its page disappears. You can publish it again.',
  pages:
    'Its address shows that the page doesn’t exist. Pages that every page links to, such as the terms, can’t be unpublished. You can publish it again.',
}
export const doUnpublish = {
  artworks: 'Unpublish the artwork',
  drops: 'Unpublish the drop',
  artists: 'Unpublish the artist',
  curators: 'Unpublish the curator',
  posts: 'Unpublish the post',
  pages: 'Unpublish the page',
}
export const cancel = 'Cancel'
export const saveFirst = 'Save or discard your changes first.'
export const nowPublished = 'Published.'
export const nowUnpublished = 'It’s off the site.'

// History
export const history = 'History'
export const noHistory = 'Nobody has changed this entry here yet.'
export const importsMissing = 'Changes by an import of the content folder aren’t listed.'
export const actions: Record<string, string> = {
  create: 'Created',
  publish: 'Published',
  unpublish: 'Unpublished',
  update: 'Changed',
  accept: 'Accepted from the studio',
}
export const by = (email: string) => `by ${email || 'a member of staff'}`
export const restore = 'Restore this version'
/** Names contain what the button shows. */
export const restoreOf = (time: string) => `Restore this version, of ${time}`
export const restoreOriginal = 'Restore this version, before all changes'
export const original = 'The version before all changes'
export const confirmRestore = 'Restore this version?'
export const restoreMeans =
  'The texts change to that version. This doesn’t publish or unpublish the entry. You can undo this from the history.'
export const doRestore = 'Restore it'
export const restored = 'Restored.'
export const pagesOfHistory = 'Pages of the history'
export const newer = 'Newer changes'
export const older = 'Older changes'
export const empty = 'empty'
export const yes = 'yes'
export const no = 'no'

// Errors
export const refused: Partial<Record<ErrorCode, string>> = {
  forbidden: 'Your account has no role for content. Nothing was changed.',
  not_found: 'This entry doesn’t exist any more.',
}
export const conflict = 'Somebody else changed this while you were editing'
export const conflictMeans =
  'Nothing was saved, and your text is still in the form. Their text is crossed out, yours is underlined. Save again to replace theirs, or discard your changes to keep it.'
export const conflictShown = 'Nothing was saved. The form and the history now show their version.'
export const unreachable = 'We can’t reach the gallery. Nothing was changed. Try again.'
export const failed = 'Something went wrong and nothing was changed. Try again in a moment.'
