import { isolate } from '@/messages/direction'

/** Texts: drop. */

// Page: drops slug
export const notFound = 'Not found'
export const coverOf = (title: string) => `Cover of the drop ${title}`
export const drops = 'Drops'
export const curatedBy = 'Curated by'
export const opens = 'Opens'
export const opening = 'Opening…'
export const addToCalendar = 'Add to calendar'
export const ends = 'Ends'
export const endedNow = 'now'
export const sold = 'Sold'
export const editions = 'Editions'
export const soldOf = (editionsSold: string, editionsTotal: string) => `${editionsSold} of ${editionsTotal}`
export const works = 'Works'
export const collectedOf = (sold: string, size: string) => `${sold} of ${size} collected`
export const opensInLarge = 'Opens in'
export const endsInLarge = 'Ends in'
export const otherDrops = 'Other drops'
export const allDrops = 'All drops'
export const holds = 'Fair play'
export const holdRules = 'A few holds at a time for each buyer, and a limit on holds that aren’t paid for.'
export const afterwards = 'Missed it?'
export const waitingLists = 'Open a work to join its waiting list.'
export const askAboutThisDrop = 'Ask about this drop'
export const enquiryAbout = (title: string) => `A question about the drop ${isolate(title)}`

// Page: drops
export const listingDescription = 'Timed releases of new works: upcoming, live and past.'
export const status = 'Status'
export const searchDrops = 'Search drops'
export const title = 'Title'
export const all = 'All'
export const sortBy = 'Sort by'
export const noDropsFound = 'No drops found.'

// Drop model
export const openNowFirst = 'Open now first'
export const newest = 'Newest'
export const oldest = 'Oldest'
export const titleAToZ = 'Title, A to Z'
export const upcoming = 'Upcoming'
export const live = 'Live'
export const ended = 'Ended'
export const opensAt = (startsAt: string) => `Opens ${startsAt}`
export const liveUntil = (endsAt: string) => `Live · Ends ${endsAt}`
export const endsAt = (endsAt: string) => `Ends ${endsAt}`
export const since = (startsAt: string) => `Since ${startsAt}`
export const liveSince = (startsAt: string) => `Live since ${startsAt}`
export const period = (startsAt: string, endsAt: string) => `${startsAt} to ${endsAt}`
export const soldOut = 'Sold out'

// Own time
export const everywhereAtOnce = 'everywhere at once'
export const yourLocalTime = 'your local time'
export const clockHere = (hours: string, minutes: string) => `${hours}:${minutes} your time`

// Drop card
export const curatedByName = (name: string) => `curated by ${isolate(name)}`

// Drop clock
export const opensIn = (remaining: string) => `in ${remaining}`
export const soon = 'soon'
