import type { Sending } from '@/messages/checkout'
import {
  type Checkout,
  type Gate,
  type Gift,
  inBrowser,
  isOver,
  isPayable,
  isQuoted,
  isSendable,
} from './model'

/** The state of one checkout page: what the buyer entered, and the step they are at. */

export type Method = 'card' | 'ether'

interface Form {
  termsAccepted: boolean
  /** ISO 3166-1 alpha-2; empty before one was chosen. */
  billingCountry: string
  immediateDelivery: boolean
  /** Null if the buyer keeps the edition. */
  gift: Gift | null
  method: Method
}

interface Held {
  checkout: Checkout
  /** When this browser received it, in milliseconds. */
  receivedAt: number
}

export type Step =
  /** It is not known yet who the person is, or whether a checkout is in progress. */
  | { name: 'loading' }
  /** The person has to log in, verify their address or complete their profile. */
  | { name: 'buyer'; gate: 'login' | 'verify' | 'profile' }
  /** Nothing is held. `ended` is the earlier checkout. */
  | { name: 'terms'; ended: Checkout | null }
  /** An edition is being held. */
  | { name: 'holding' }
  /** An edition is held: choose how to pay. `returned` from the card page without paying. */
  | ({ name: 'payment'; returned: boolean } & Held)
  /** The card page is being opened. */
  | ({ name: 'card' } & Held)
  /** The wallet is waiting for the person; `said` is what for. */
  | ({ name: 'wallet'; said: string } & Held)
  /** The edition, or the locked price, is being released. */
  | ({ name: 'releasing'; what: 'edition' | 'price' } & Held)
  /** The hold has ended, and whether a payment came in time is not known yet. */
  | ({ name: 'ending' } & Held)
  /** A payment was seen: the success page takes over. */
  | ({ name: 'complete' } & Held)

interface Failure {
  words: string
  /** The caller's holds if there are too many: checkout id → slug of the artwork. */
  holds: Record<string, string>
  /** A free edition, if the chosen one is taken. */
  next: number | null
}

/** The transaction that pays the held order, and its state. */
interface Sent {
  order: string
  hash: string
  fate: Exclude<Sending, ''>
}

export interface CheckoutState {
  form: Form
  step: Step
  failure: Failure | null
  sent: Sent | null
  /** The buyer released the locked price of this order: what the page says until something else happens. */
  released: boolean
}

export type CheckoutEvent =
  | { type: 'gate'; gate: Gate }
  /** The caller's checkouts were read; `found` is the one in progress, or the one in the address. */
  | { type: 'searched'; found: Checkout | null; returned: boolean; at: number }
  | { type: 'country'; country: string }
  | { type: 'delivery'; immediate: boolean }
  | { type: 'gift'; gift: Gift | null }
  | { type: 'method'; method: Method }
  | { type: 'terms'; accepted: boolean }
  /** A call started. */
  | { type: 'begin'; step: 'holding' | 'card' | 'wallet' | 'releaseEdition' | 'releasePrice'; said?: string }
  | { type: 'said'; words: string }
  /** The server returned the checkout, to a call or to a read. */
  | { type: 'received'; checkout: Checkout; at: number }
  | { type: 'sent'; hash: string }
  | { type: 'fate'; hash: string; fate: Exclude<Sending, ''> }
  /** A call succeeded or failed. */
  | { type: 'done' }
  | { type: 'failed'; words: string; holds?: Record<string, string>; next?: number | null }
  /** The buyer chose another edition. */
  | { type: 'edition' }
  /** Whether the drop's phases let the visitor buy has changed: what was refused before may now be possible. */
  | { type: 'phase' }

export const initialState = (country = ''): CheckoutState => ({
  form: {
    termsAccepted: false,
    billingCountry: country,
    immediateDelivery: false,
    gift: null,
    method: 'card',
  },
  step: { name: 'loading' },
  failure: null,
  sent: null,
  released: false,
})

/** The checkout of a step, or null. */
export const checkoutOf = (step: Step): Checkout | null => ('checkout' in step ? step.checkout : null)

/** A call is running, so its step stays until it ends. */
const isRunning = ({ name }: Step) => ['holding', 'card', 'wallet', 'releasing'].includes(name)

/** The step of a checkout while no call runs. */
function stepOf(checkout: Checkout, receivedAt: number, before: Step, returned = false): Step {
  if (!isPayable(checkout)) {
    return inBrowser(checkout.status) === null
      ? { name: 'terms', ended: checkout }
      : { name: 'complete', checkout, receivedAt }
  }
  if (isOver(checkout)) return { name: 'ending', checkout, receivedAt }
  const stillReturned = returned || (before.name === 'payment' && before.returned)
  return { name: 'payment', checkout, receivedAt, returned: stillReturned }
}

/** The effect of a changed checkout on the entered values and earlier errors. */
function receive(state: CheckoutState, checkout: Checkout, at: number): CheckoutState {
  const before = checkoutOf(state.step)
  const held = isPayable(checkout)
  const ended = isOver(checkout) && state.step.name !== 'ending'
  const changed = before?.id !== checkout.id || before.status !== checkout.status || ended
  const calling = isRunning(state.step)
  const next: CheckoutState = {
    ...state,
    // A problem applies only to the status in which it happened.
    failure: changed && before && !calling ? null : state.failure,
    released: changed ? false : state.released,
    step:
      calling && held
        ? ({
            ...(state.step.name === 'holding' ? { name: 'payment', returned: false } : state.step),
            checkout,
            receivedAt: at,
          } as Step)
        : stepOf(checkout, at, state.step),
  }
  // When a checkout ends, its acceptance and delivery choice are cleared, because both were for that purchase.
  if (!held)
    return { ...next, form: { ...next.form, termsAccepted: false, immediateDelivery: false }, sent: null }
  const hash = checkout.transactionHash
  if (hash && state.sent?.hash !== hash) next.sent = { order: checkout.id, hash, fate: 'sent' }
  if (!hash && !isQuoted(checkout) && next.step.name !== 'wallet') next.sent = null
  return next
}

export function reduce(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  const { step, form } = state
  switch (event.type) {
    case 'gate':
      // This result is for a session that has ended.
      if (event.gate === 'login') {
        return { ...initialState(form.billingCountry), step: { name: 'buyer', gate: 'login' } }
      }
      if (event.gate === 'unknown')
        return step.name === 'buyer' ? { ...state, step: { name: 'loading' } } : state
      if (event.gate === 'open')
        return step.name === 'buyer' ? { ...state, step: { name: 'loading' } } : state
      return checkoutOf(step) ? state : { ...state, step: { name: 'buyer', gate: event.gate } }

    case 'searched': {
      const { found } = event
      if (isRunning(step) || (step.name === 'buyer' && (step.gate === 'login' || !found))) return state
      if (!found) return { ...state, step: { name: 'terms', ended: null } }
      const held = isPayable(found)
      return {
        ...state,
        step: stepOf(found, event.at, step, event.returned),
        sent:
          held && found.transactionHash
            ? { order: found.id, hash: found.transactionHash, fate: 'sent' }
            : null,
        form: {
          // The version that was accepted is stored with the checkout, whichever device it was accepted on.
          termsAccepted: held && Boolean(found.termsVersion),
          billingCountry: found.billingCountry || form.billingCountry,
          immediateDelivery: held && Boolean(found.immediateDelivery),
          gift: (held && found.gift) || form.gift,
          method: found.paymentMethod || form.method,
        },
      }
    }

    case 'country':
      return { ...state, form: { ...form, billingCountry: event.country } }
    case 'delivery':
      return { ...state, form: { ...form, immediateDelivery: event.immediate } }
    case 'gift':
      return { ...state, form: { ...form, gift: event.gift } }
    case 'method':
      return { ...state, form: { ...form, method: event.method }, failure: null }
    case 'terms':
      return { ...state, form: { ...form, termsAccepted: event.accepted } }

    case 'edition':
      return { ...state, failure: null }
    case 'phase':
      return step.name === 'terms' ? { ...state, failure: null } : state

    case 'begin': {
      const clear = { ...state, failure: null, released: false }
      if (event.step === 'holding') return { ...clear, step: { name: 'holding' } }
      if (!('checkout' in step)) return state
      const { checkout, receivedAt } = step
      const held = { checkout, receivedAt }
      switch (event.step) {
        case 'card':
          return { ...clear, step: { name: 'card', ...held } }
        case 'wallet':
          return { ...clear, step: { name: 'wallet', said: event.said ?? '', ...held } }
        case 'releaseEdition':
          return { ...clear, step: { name: 'releasing', what: 'edition', ...held } }
        case 'releasePrice':
          return { ...clear, failure: state.failure, step: { name: 'releasing', what: 'price', ...held } }
      }
      return state
    }

    case 'said':
      return step.name === 'wallet' ? { ...state, step: { ...step, said: event.words } } : state
    case 'received':
      return receive(state, event.checkout, event.at)
    case 'sent': {
      const order = checkoutOf(step)?.id
      return order ? { ...state, sent: { order, hash: event.hash, fate: 'sent' } } : state
    }
    case 'fate':
      return state.sent?.hash === event.hash && state.sent.fate !== event.fate
        ? { ...state, sent: { ...state.sent, fate: event.fate } }
        : state

    case 'done': {
      if (!('checkout' in step) || !isRunning(step)) return state
      const released = step.name === 'releasing' && step.what === 'price' && !isQuoted(step.checkout)
      return { ...state, released, step: stepOf(step.checkout, step.receivedAt, { name: 'loading' }) }
    }
    case 'failed': {
      const failure = { words: event.words, holds: event.holds ?? {}, next: event.next ?? null }
      if (step.name === 'holding') {
        return {
          ...state,
          failure,
          form: { ...form, termsAccepted: false },
          step: { name: 'terms', ended: null },
        }
      }
      if ('checkout' in step && isRunning(step))
        return { ...state, failure, step: stepOf(step.checkout, step.receivedAt, { name: 'loading' }) }
      return { ...state, failure }
    }
  }
}

/** The derived flags of a checkout. They decide what the buyer can do on the page. */
interface CheckoutFlags {
  termsAccepted: boolean
  /** A required field is missing or invalid. */
  formInvalid: boolean
  checkoutInProgress: boolean
  cryptoCheckoutInProgress: boolean
  checkoutComplete: boolean
  cryptoPaymentSelected: boolean
  checkoutId: string | null
  /** How it was completed; null before. */
  checkoutCompletionType: Method | null
  loading: boolean
}

export function flagsOf({ step, form }: CheckoutState): CheckoutFlags {
  const checkout = checkoutOf(step)
  const complete = step.name === 'complete'
  return {
    termsAccepted: form.termsAccepted,
    formInvalid: form.billingCountry === '' || !isSendable(form.gift),
    checkoutInProgress: isRunning(step),
    cryptoCheckoutInProgress: step.name === 'wallet',
    checkoutComplete: complete,
    cryptoPaymentSelected: form.method === 'ether',
    checkoutId: checkout?.id ?? null,
    checkoutCompletionType: complete && checkout?.paymentMethod ? checkout.paymentMethod : null,
    loading: step.name === 'loading',
  }
}

/** The state of the paying transaction while its price is locked. */
export function sendingOf({ step, sent }: CheckoutState): Sending {
  const checkout = checkoutOf(step)
  return checkout && isQuoted(checkout) && sent?.order === checkout.id ? sent.fate : ''
}

/** Whether the buyer may switch to the card or cancel: not while a transaction may be paying. */
export const canRelease = (state: CheckoutState) =>
  state.step.name === 'payment' && ['', 'refused'].includes(sendingOf(state))

/** Whether the button that pays may be pressed. */
export function canPay(state: CheckoutState): boolean {
  const { termsAccepted, formInvalid, checkoutInProgress } = flagsOf(state)
  if (state.step.name !== 'payment' || !termsAccepted || formInvalid || checkoutInProgress) return false
  const sending = sendingOf(state)
  // A transaction in progress must not be sent twice: the contract refuses it, and the fee is lost.
  return state.form.method === 'ether' ? sending !== 'sent' : canRelease(state)
}
