import type { Schemas } from '@/lib/api/client'
import { formatClock, formatDate } from '@/lib/time'
import { isolate } from '@/messages/direction'

/** Texts: the phases of drops on the desk. */

export const drops = 'Drops'
export const dropsLead = 'Schedule who may buy in a drop, when and for how much.'
export const noDrops = 'There are no drops yet.'
export const drop = 'Drop'
export const status = 'Status'
export const statuses = { DRAFT: 'Not published', UPCOMING: 'Upcoming', LIVE: 'Live', ENDED: 'Ended' }
export const opens = 'Opens'
export const ends = 'Ends'
export const works = 'Works'
export const noEnd = 'No end'
export const noSuchDrop = 'This drop doesn’t exist.'
export const allDrops = 'All drops'
export const page = 'The drop’s page'
export const unpublished = 'Not published: visitors can’t see it.'
export const publish = 'Preview and publish it'

/** "Europe/Vienna": the zone of the times on this page. */
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** "26 November 2026, 18:00", or "18:00:05" with seconds, in the visitor's zone. */
export const localTime = (time: string | number, seconds = false) => {
  const at = new Date(time)
  const clock = formatClock(at) + (seconds ? `:${String(at.getSeconds()).padStart(2, '0')}` : '')
  return `${formatDate(at, zone())}, ${clock}`
}

export const dropWindow = (starts: string, end: string | null) =>
  end
    ? `Open from ${localTime(starts)} to ${localTime(end)}.`
    : `Open from ${localTime(starts)}, with no end.`
export const zoneHint = () => `All times are in your time zone, ${zone()}.`
export const outerLimit =
  'The drop’s own window is the outer limit. Between two phases, nothing is sold. Without phases, the drop sells to everyone.'

// Schedule
export const phases = 'Phases'
export const noPhases = 'This drop has no phases. It sells to everyone between its start and its end.'
export const add = 'Add a phase'
export const unnamed = (n: number) => `Phase ${n}`
export const numbered = (n: number, name: string) => `${n}. ${name.trim() || unnamed(n)}`
export const remove = (name: string) => `Remove ${name}`
export const name = 'Name'
export const nameHint = 'Buyers see it.'
export const kind = 'Who may buy'
export const kinds = {
  allow_list: 'Accounts and wallets on a list',
  holders: 'Holders of tokens',
  public: 'Everyone',
}
export const starts = () => `Starts (${zone()})`
export const endsAt = () => `Ends (${zone()})`
export const endsHint = 'Leave empty to end with the drop. Only the last phase may.'
export const cap = 'Editions per account'
export const capHint = 'Over all artworks of the drop. Leave empty for no limit.'
export const tokens = 'Tokens'
export const tokensHint =
  'One token or range per line: 41000001-41000025. Add @ and a block to count the holders at that block: 41000001-41000025@21000000.'
export const prices = 'Prices'
export const pricesHint = 'Leave a price empty to keep the artwork’s own.'
export const priceOf = (title: string) => `Price of ${title}`
export const ownPrice = (money: string) => `Own price ${money}`
// Auctions
export const auction = (title: string) => `Auction of ${isolate(title)}`
export const auctionHint =
  'The price starts at the price above when the phase starts, and falls step by step. In the end everyone pays the last price, and the differences are refunded. Leave all three empty for a fixed price.'
export const lowest = (title: string) => `Lowest price of ${title}`
export const step = (title: string) => `Step of ${title}`
export const stepHint = 'How much the price falls at once.'
export const every = (title: string) => `Seconds between steps of ${title}`
export const steps = (title: string) => `Prices of ${title}`
export const stepAt = (price: string, at: string) => `${price} from ${at}`
export const moreSteps = (n: number) => (n === 1 ? '1 more step' : `${n} more steps`)
export const beforeLowest = (price: string) => `The phase ends at ${price}, before the lowest price.`
export const falls = (start: string, low: string) =>
  `Auction from ${start} down to ${low}: everyone pays the last price.`
export const startPriceMissing = 'Enter the price at which the auction starts.'
export const lowestWrong = 'Enter a price above zero and below the start.'
export const stepWrong = 'Enter a step above zero, and at most from the start to the lowest price.'
export const stepSmall = 'The price falls at most 1,000 times. Enter a larger step.'
export const everyWrong = 'Enter whole seconds, from 1 to 604,800 (a week).'
export const auctionEndMissing = 'A phase with an auction needs an end.'

export const notForSale = 'Not for sale'
export const note = 'Why'
export const noteHint = 'Kept in the history. Buyers don’t see it.'
export const check = 'Check the schedule'
export const back = 'Change it'
export const save = 'Save the schedule'
export const confirmTitle = (n: number) =>
  n === 0 ? 'Sell to everyone, without phases?' : `Save ${n === 1 ? 'one phase' : `${n} phases`}?`
export const confirmMeans =
  'Buyers see it immediately. Holds that exist keep their price. We may ask you to confirm that it’s you.'
export const endsEarly = (end: string, dropEnds: string | null | undefined) =>
  `Nothing is sold after ${localTime(end)}, although the drop ${dropEnds ? `is open until ${localTime(dropEnds)}` : 'has no end'}.`
export const saved = 'The schedule is saved.'
export const unsaved = 'You have changes that aren’t saved.'
export const outdated =
  'Someone else has saved another schedule since you opened this one. Load theirs, then make your changes again.'
export const reload = 'Load their schedule'
export const ownPrices = 'own prices'
export const fromTo = (low: string, high: string) => `${low} to ${high}`
export const summary = (
  name: string,
  who: string,
  start: string,
  end: string | null,
  cap: number,
  money: string,
) =>
  `${name}: ${who.charAt(0).toLowerCase()}${who.slice(1)}, ${localTime(start)} ${end ? `to ${localTime(end)}` : 'until the drop ends'}, ${money}, ${cap === 0 ? 'no limit' : `up to ${cap} each`}.`

// Problems
export const nameMissing = 'Enter a name.'
export const startMissing = 'Enter when the phase starts.'
export const endWrong = 'Enter a date and a time, or leave it empty.'
export const endBeforeStart = 'A phase must end after it starts.'
export const capWrong = 'Enter a whole number up to 10,000, or leave it empty.'
export const priceWrong = 'Enter a price above zero, or leave it empty.'
export const tokensMissing = 'Enter the tokens whose holders may buy.'
export const tokensWrong = 'Enter one token or range per line, such as 41000001-41000025.'
export const overlaps = (other: string) => `${other} is still open then. Two phases can’t overlap.`
export const tooManyPhases = 'A drop has at most 20 phases.'
export const checkFields = 'Some fields need another look.'

// Phase
export const states: Record<Schemas['Phase']['state'], string> = {
  upcoming: 'Upcoming',
  open: 'Open now',
  paused: 'Paused',
  ended: 'Ended',
}
export const running = 'Phases now'
export const pause = (name: string) => `Pause ${name}`
export const resume = (name: string) => `Resume ${name}`
export const pauseTitle = (name: string) => `Pause ${isolate(name)}?`
export const resumeTitle = (name: string) => `Resume ${isolate(name)}?`
export const pauseMeans = 'New holds stop immediately. Buyers who hold an edition can still pay.'
export const resumeMeans = 'Buyers can hold editions again immediately, until the phase ends.'
export const cancel = 'Cancel'
export const paused = (name: string) => `${isolate(name)} is paused.`
export const resumed = (name: string) => `${isolate(name)} sells again.`

// Allow list
export const listOf = (name: string) => `List of ${isolate(name)}`
export const entries = (n: number) => (n === 1 ? '1 entry' : `${n.toLocaleString('en-US')} entries`)
export const listText = 'Accounts and wallets'
export const listHint =
  'One account id or wallet address per line, or the rows of a CSV file. Other columns are ignored. This replaces the whole list.'
export const listFile = 'Choose a CSV file'
export const showList = 'Show the list'
export const editList = 'Replace the list'
export const checkList = 'Check the list'
export const saveList = (n: number) => `Save ${entries(n)}`
export const closeList = 'Close'
export const listFirst = 'Save the schedule first. Then you can add its list.'
export const listEmpty = 'This list is empty: nobody can buy in this phase.'
export const listSaved = (name: string, n: number) => `The list of ${isolate(name)} has ${entries(n)}.`
export const good = (n: number, repeated: number) =>
  `${entries(n)} ${n === 1 ? 'is' : 'are'} fine${repeated > 0 ? `, ${repeated} repeated ${repeated === 1 ? 'one was' : 'ones were'} left out` : ''}.`
export const badLines = (n: number) =>
  n === 1
    ? '1 line can’t be used. It’s left out if you save.'
    : `${n} lines can’t be used. They’re left out if you save.`
export const badLine = (n: number) => `Line ${n}`
export const moreBad = (n: number) => `and ${n} more`
export const noEntry = 'Neither an account id nor a wallet address.'
export const tooMany = (n: number) =>
  `A list has at most 10,000 entries. This one has ${n.toLocaleString('en-US')}.`

// History
export const history = 'History'
export const noHistory = 'Nothing was changed yet.'
export const actions: Record<Schemas['PhaseChange']['action'], string> = {
  save: 'Saved the schedule',
  members: 'Replaced a list',
  pause: 'Paused',
  resume: 'Resumed',
}
export const staff = 'a member of staff'
export const by = (who: string) => `by ${isolate(who)}`
