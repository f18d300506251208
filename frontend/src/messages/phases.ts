import { formatMoney } from '@/lib/money'
import { currentOf, nextFor, type Phase, type PhaseState, type rangeOf } from '@/lib/phases/model'
import { formatClock, formatDate, formatRemaining } from '@/lib/time'

/** Texts: the phases of a drop, as shoppers see them. */

export const title = 'How this drop opens'
export const lead = 'One phase after another. Each has its own buyers, prices and limit.'

export const states: Record<PhaseState, string> = {
  upcoming: 'Upcoming',
  open: 'Open now',
  paused: 'Paused',
  ended: 'Ended',
}

export const kinds: Record<Phase['kind'], string> = {
  allow_list: 'Invited accounts',
  holders: 'Holders of certain works',
  public: 'Everyone',
}

export const who = 'Who'
export const when = 'When'
export const price = 'Price'
export const limit = 'Limit'
export const you = 'You'
export const noLimit = 'None'
export const capOf = (cap: number) => `${cap} ${cap === 1 ? 'edition' : 'editions'} each`
export const pausedHint = 'We’ve paused this phase for a moment. It continues here; you don’t need to reload.'
export const logIn = 'Log in'
export const toSee = 'to see whether you can buy here'
export const opensIn = (milliseconds: number) => `Opens in ${formatRemaining(milliseconds)}`
export const endsIn = (milliseconds: number) => `Ends in ${formatRemaining(milliseconds)}`
export const opening = 'Opening…'
export const ending = 'Ending…'

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

const isSameDay = (a: number, b: number) =>
  formatDate(new Date(a), zone()) === formatDate(new Date(b), zone())

/** "26 November, 18:00", in the visitor's zone. */
function dayAndClock(time: string | number) {
  const at = new Date(time)
  return `${formatDate(at, zone()).replace(/ \d{4}$/, '')}, ${formatClock(at)}`
}

/** "at 18:00 your time" today, else with the day. */
const whenOf = (time: string, now: number) =>
  isSameDay(Date.parse(time), now) ? `at ${formatClock(time)} your time` : `on ${dayAndClock(time)} your time`

/** "26 November, 18:00 to 27 November, 18:00". */
export function windowOf({ startsAt, endsAt }: Pick<Phase, 'startsAt' | 'endsAt'>) {
  if (!endsAt) return `From ${dayAndClock(startsAt)} your time`
  const sameDay = isSameDay(Date.parse(startsAt), Date.parse(endsAt))
  return `${dayAndClock(startsAt)} to ${sameDay ? formatClock(endsAt) : dayAndClock(endsAt)} your time`
}

/** "$90" or "$90 to $1,250". */
export function pricesWords(range: ReturnType<typeof rangeOf>) {
  if (!range) return ''
  const [low, high] = [formatMoney(range.low), formatMoney(range.high)]
  return low === high ? low : `${low} to ${high}`
}

/** What the account may buy in a phase; empty for a visitor who isn't logged in, and after the phase. */
export function accessWords({ access, cap, state }: Phase): string {
  if (!access || state === 'ended') return ''
  switch (access.reason) {
    case 'not_on_list':
      return 'Not on the list'
    case 'holds_no_token':
      return 'None of your wallets holds one of the works'
    case 'unknown':
      return 'We can’t check this right now'
    case 'cap_reached':
      return `You have all ${cap}`
    case 'entry_used':
      return 'Another account already bought with your wallet or work'
  }
  const left = typeof access.left === 'number' ? ` · ${access.left} of ${cap} left` : ''
  return (state === 'upcoming' ? 'You can buy here once it opens' : 'You can buy here') + left
}

/** “Friends” is on now: for the line above Buy. */
export const nowIn = ({ name, kind, state }: Phase) =>
  state === 'upcoming' ? `${name}: for ${lower(kind)}` : `${name}: open for ${lower(kind)}`

const lower = (kind: Phase['kind']) => kinds[kind].charAt(0).toLowerCase() + kinds[kind].slice(1)

/** When and for how much the next phase opens that the visitor may buy in; empty without one. */
function afterwards(phases: Phase[], now: number): string {
  const next = nextFor(phases, now)
  if (!next) return ''
  const buyers = next.kind === 'public' ? 'Everyone' : 'You'
  return ` ${buyers} can buy ${whenOf(next.startsAt, now)}, in “${next.name}”.`
}

export const saleEnded = 'The sale of this drop has ended.'

/** Why a visitor can't buy now, and what they can do. Empty if they can, or if they have to log in first to know. */
export function shutOf(phases: Phase[], now: number): string {
  const phase = currentOf(phases)
  if (!phase) return saleEnded
  const { name, access, cap, startsAt, kind } = phase
  if (phase.state === 'upcoming') {
    const opens = `“${name}” opens ${whenOf(startsAt, now)}`
    if (access && !access.eligible && access.reason !== 'unknown')
      return `${opens}. ${cannot('It', access.reason)}${afterwards(phases, now)}`
    return `${opens}, for ${lower(kind)}.`
  }
  if (phase.state === 'paused')
    return 'We’ve paused the sale for a moment. Nothing was charged. You can stay here: this page says when it continues.'
  if (!access || access.reason === '') return ''
  if (access.reason === 'cap_reached')
    return `You have the ${cap === 1 ? 'one edition' : `${cap} editions`} that “${name}” allows each buyer.${afterwards(phases, now)}`
  if (access.reason === 'entry_used')
    return `Another account already bought in “${name}” with the wallet or work that lets you in.${afterwards(phases, now)}`
  if (access.reason === 'unknown')
    return `We can’t check right now whether “${name}” is open to you. This page tries again in a moment.`
  return `${cannot(`“${name}”`, access.reason)}${afterwards(phases, now)}`
}

const cannot = (phase: string, reason: NonNullable<Phase['access']>['reason']) =>
  reason === 'not_on_list'
    ? `${phase} is for invited accounts, and yours isn’t on the list. If your wallet is, link it under Wallets in your profile.`
    : `${phase} is for people who hold certain works, and none of your wallets does. If another one does, link it under Wallets in your profile.`
