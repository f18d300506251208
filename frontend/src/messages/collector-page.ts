import { count } from '@/lib/words'
import { isolate } from '@/messages/direction'

/** Texts: how a collector edits their public page. */

// Settings
export const introduction =
  'Show works from your collection on a public page. Nobody can see it until you make it public. Visitors see only what you write and choose here: no email address, no orders, no prices.'
export const hidden = 'Our team has taken this page down. Contact us if you think that’s a mistake.'
export const isPublic = 'Your page is public.'
export const isPrivate = 'Your page is private.'
export const viewPage = 'View your page'
export const displayName = 'Display name'
export const displayNameHint = 'Your name, a nickname or a collection’s name.'
export const name = 'Address'
export const addressHint = (address: string) => `Your page will be at ${address}`
export const placeholder = 'your-name'
export const nameHint = 'Letters from a to z, digits and hyphens.'
export const about = 'About your collection'
export const optional = '(optional)'
export const worksOnPage = 'Works on your page'
export const noWorks = 'You don’t own any works yet. Works you buy can be shown here.'
export const noneChosen = 'No works chosen yet.'
export const otherWorks = 'Your other works'
export const allChosen = 'All your works are on your page.'
export const add = 'Add'
export const addWork = (title: string) => `Add ${title}`
export const remove = 'Remove'
export const removeWork = (title: string) => `Remove ${title}`
export const aboutWork = (title: string) => `About ${title}`
export const edition = (edition: number, size: number) =>
  size > 1 ? `#${edition} of ${size.toLocaleString('en-US')}` : 'Unique'
export const added = (title: string) => `${isolate(title)} is on your page.`
export const removed = (title: string) => `${isolate(title)} isn’t on your page any more.`
export const noLongerYours = (works: number) =>
  works === 1
    ? 'One work on your page isn’t in your collection at the moment, so it isn’t shown.'
    : `${count(works, 'work')} on your page aren’t in your collection at the moment, so they aren’t shown.`
export const forget = (works: number) => (works === 1 ? 'Remove it' : 'Remove them')
export const walletNote =
  'Some of these works are in your own wallet. Anyone can look up on the public blockchain which wallet holds a work, so showing one lets people find that wallet and everything else in it.'
export const atMost = (works: number) => `A page shows at most ${works} works.`
export const visibility = 'Visibility'
export const makePublic = 'Make my page public'
export const makePublicHint = 'Anyone with the address can see it.'
export const letIndex = 'Let search engines list it'
export const letIndexHint = 'Otherwise we ask them not to.'
export const save = 'Save'
export const saved = 'Saved.'
export const savedPublic = 'Saved. Your page is public.'
export const checkForm = 'Nothing was saved yet. Check the fields above.'
