import type { Schemas } from '@/lib/api/client'
import type { ApiError, ErrorCode } from '@/lib/api/error'
import { countryName } from '@/lib/countries'
import { formatMoney } from '@/lib/money'
import { formatClock, formatDate, formatDuration } from '@/lib/time'

/** Texts: checkout, its orders and its success page. Durations come from settings, never from here. */

type Checkout = Schemas['Checkout']

/** "12 of 64 blocks", or as much of it as is known. */
export function blocksOf({ confirmations, confirmationsNeeded = 0 }: Checkout): string {
  if (confirmations <= 0) return ''
  if (confirmationsNeeded > 0)
    return `${Math.min(confirmations, confirmationsNeeded)} of ${confirmationsNeeded} blocks`
  return `${confirmations} ${confirmations === 1 ? 'block' : 'blocks'}`
}

const reviews: Partial<Record<Checkout['reason'], string>> = {
  underpaid: 'It was less than the price.',
  overpaid: 'It was more than the price.',
  late: 'It arrived after your hold had ended.',
  wrong_chain_or_asset: 'It was in another coin or on another network.',
  wrong_currency: 'It was in another currency.',
  duplicate: 'The order was already paid.',
  direct_transfer: 'It arrived outside the checkout.',
  unknown_order: 'It didn’t match an open order.',
  refund_failed: 'We couldn’t send it back yet.',
}

/** Replaces the usual duration of a step once the step has taken longer. */
const overdue = 'This is taking longer than usual. Your money is safe, and we’ll email you when it’s done.'

/** Where an order stands, in one or two sentences. A list leaves out what only a page that waits for the order needs. */
export function statusSentence(checkout: Checkout, inList = false): string {
  const { status, paymentMethod, reason } = checkout
  const seen = blocksOf(checkout)
  const blocks = seen && ` ${seen} so far.`
  const usual = (words: string) => (checkout.overdue ? overdue : words)
  const close = inList ? '' : ' You can close this page.'
  switch (status) {
    case 'reserved':
      return 'An edition is held for you.'
    case 'awaiting_payment':
      if (paymentMethod === 'ether') return 'Waiting for your transaction.'
      return paymentMethod === 'card' ? 'Waiting for your card payment.' : 'An edition is held for you.'
    case 'payment_failed':
      return reason === 'card_declined' || reason === ''
        ? 'Your bank declined the card. Nothing was charged. Try another card or pay with ether.'
        : 'The payment didn’t go through. Nothing was charged. Try again, or pay another way.'
    case 'payment_seen':
      return paymentMethod === 'ether'
        ? `We’ve received your payment. ${usual(`The network still has to confirm it.${close}`)}`
        : `We’ve received your payment. ${usual(`Your bank is confirming it.${close}`)}`
    case 'confirming':
      return `The network is confirming your payment.${blocks}${checkout.overdue ? ` ${overdue}` : close}`
    case 'paid':
    case 'delivering':
      return `Your payment is confirmed. We’re minting your edition.${checkout.overdue ? ` ${overdue}` : close}`
    case 'completed':
      return checkout.gift ? 'We’ve minted your gift.' : 'The work is in your collection.'
    case 'expired':
      return 'Your hold ended before a payment arrived. Nothing was charged, and the edition is back on sale.'
    case 'cancelled':
      return 'Your order is cancelled. Nothing was charged, and the edition is back on sale.'
    case 'reverted':
      return `The network reversed the block containing your payment. ${usual('Your payment normally arrives again with a later block. Don’t pay twice.')}`
    case 'refund_pending':
      return `We couldn’t complete your order. ${usual('Your refund is on its way.')}`
    case 'refunded':
      return paymentMethod === 'card'
        ? 'We’ve refunded your payment. Your bank can take some days to show it.'
        : 'We’ve refunded your payment.'
    case 'refund_failed':
      return 'We couldn’t send your refund yet. We’re on it and will email you.'
    case 'disputed':
      return 'Your bank disputes the payment. The token stays in our vault until that’s settled.'
    case 'in_review':
      return [
        'We’re reviewing your payment.',
        reviews[reason],
        usual('Your money is safe, and we’ll email you.'),
      ]
        .filter(Boolean)
        .join(' ')
  }
}

/**
 * The state of the paying transaction: sent by the wallet, not in a block after some minutes, or failed on the network. Empty if there
 * isn't one.
 */
export type Sending = '' | 'sent' | 'late' | 'refused'

const sendings: Record<Sending, string> = {
  // After closing the page while the wallet was sending, a buyer returns before anybody has seen the payment.
  '': 'A price in ether is locked for you. If your wallet has already sent the payment, wait a moment: this page updates automatically. Otherwise, send it now or choose another way to pay.',
  sent: 'Your transaction was sent. The network usually includes it soon. This page updates automatically.',
  late: 'Your transaction isn’t in a block yet. Check your wallet: while it’s pending there, it may still go through, and your wallet can speed it up. Send it again only if your wallet has dropped it. A second payment is refused and costs its network fee.',
  refused:
    'The payment contract refused your transaction, as it does for another amount or after the price lock ends. You only paid the network fee. Send the exact price, or pay by card.',
}

export const etherSentence = (sending: Sending) => sendings[sending]

/** The hold has ended, and the order does not say yet what became of it. */
export const endingSentence = (quoted: boolean) =>
  quoted
    ? 'Your hold has ended. A payment that was sent in time still counts. Once the network’s next block shows there isn’t one, the edition goes back on sale and nothing is charged. This page updates automatically.'
    : 'Your hold has ended. A payment that was made in time still counts; otherwise nothing is charged. This page updates automatically.'

/** How long a hold lasts, or nothing while the setting is not known. */
const forHold = (seconds: number) => (seconds > 0 ? ` for ${formatDuration(seconds)}` : '')

/** "18:00 on 26 November, your time": when a refusal says that something opens. */
function opensAt(time: string): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return `${formatClock(time)} on ${formatDate(time, zone)}, your time`
}

type Details = ApiError['details']

const problems: Partial<Record<ErrorCode, (holdSeconds: number, details: Details) => string>> = {
  edition_unavailable: (hold) =>
    `Someone else holds or bought the last edition. ${hold > 0 ? `Holds end after ${formatDuration(hold)}, so` : 'Holds end, so'} one may become available again. Nothing was charged.`,
  too_many_holds: () =>
    'You’re already holding as many editions as you can. Pay for one of them or release it first.',
  profile_incomplete: () =>
    'Add your first name, last name and email address to your profile before you buy.',
  email_unverified: () =>
    'Your email address isn’t verified yet. Open the link we emailed you, then continue here.',
  not_for_sale: () => 'This work isn’t for sale.',
  sale_not_started: () => 'The sale of this work hasn’t started yet.',
  sales_closed: () =>
    'We no longer sell works. If an edition is already held for you, you can still pay for it from your orders.',
  sale_ended: () => 'The sale of this work has ended.',
  price_changed: () =>
    'What this work costs has changed since this page showed it. Nothing was charged. Check the price and accept the terms again.',
  phase_not_open: (_, { opens_at }) =>
    `The sale is between two phases. Nothing was charged. ${opens_at ? `The next one opens at ${opensAt(opens_at)}: stay on this page or open it again then.` : 'Try again when the next one opens.'}`,
  phase_paused: () =>
    'We’ve paused the sale for a moment. Nothing was charged. Stay on this page: it says when the sale continues.',
  phase_not_eligible: (_, { public_at }) =>
    `This phase isn’t open to your account. Nothing was charged. If one of your wallets may buy, link it in your profile. ${public_at ? `Everyone can buy from ${opensAt(public_at)}.` : 'The drop’s page shows all phases.'}`,
  phase_cap_reached: () =>
    'You have all the editions that this phase allows each buyer. Nothing was charged. You’ll find yours under your orders, and the drop’s page shows the next phase.',
  phase_entry_used: () =>
    'Another account already bought in this phase with the wallet or work that lets you in. Nothing was charged. The drop’s page shows the next phase.',
  hold_expired: () => 'Your hold has ended. Nothing was charged. Accept the terms again to hold an edition.',
  quote_active: () =>
    'A price in ether is locked for this order. Pay with ether, or choose card again to switch.',
  ether_sent: () =>
    'Your wallet may have sent a payment, so this order can’t be switched or cancelled right now. If it wasn’t sent, you can once the price lock ends.',
  card_active: () => 'A card payment is in progress. Finish it, or wait a moment and try again.',
  not_cancellable: () => 'This order can’t be cancelled: a payment is on its way.',
}

export const chooseEdition = (edition: number) => `Choose edition #${edition}`

/** The words for a refusal; null where the server's own are best. */
export const problemSentence = (
  { code, details }: Pick<ApiError, 'code' | 'details'>,
  holdSeconds = 0,
): string | null => problems[code]?.(holdSeconds, details) ?? null

export const availability = {
  SOLD_OUT: 'Every edition of this work is sold.',
  UPCOMING: 'The sale of this work hasn’t started yet.',
  NOT_FOR_SALE: 'This work isn’t for sale.',
}
export const dropEnded = 'The drop has ended, so this work isn’t for sale any more.'

export const reservedSentence = (holdSeconds: number) =>
  `All editions are reserved right now. ${holdSeconds > 0 ? `Holds last ${formatDuration(holdSeconds)} at most, so` : 'Holds end, so'} one may become available again soon.`

export const page = {
  you: 'You',
  terms: 'Price and terms',
  payment: 'Payment',
  loading: 'One moment.',
  login: 'Log in or create an account to buy. We’ll bring you back here.',
  loginButton: 'Log in to buy',
  register: 'Create an account',
  about: 'About the work',
  otherLogin: 'Already started a checkout?',
  otherLoginLink: 'Log in',
  needsName: 'We need your name for the receipt and the certificate.',
  country: 'Billing country',
  chooseCountry: 'Choose a country',
  countryHint: 'For the tax on your invoice. The price stays the same.',
  delivery: 'Deliver immediately. I understand that I lose my right of withdrawal on delivery.',
  deliveryHint:
    'Optional. Delivery takes the same time either way. If you leave it unticked, you keep your right of withdrawal. If you tick it, we’ll confirm it by email.',
  gift: 'This is a gift',
  method: 'Payment method',
  cardHint: 'Pay on our card provider’s secure page, then return here.',
  cardAfterEther:
    'We’ll release the locked ether price first. If your wallet already sent a payment, wait instead.',
  etherHint: 'Pay from your own wallet. We lock the price before you confirm. The network fee comes on top.',
  payByCard: 'Pay by card',
  payWithEther: 'Pay with ether',
  sendAgain: 'Send it again',
  cancel: 'Cancel and release this edition',
  total: 'Total, taxes included',
  edition: 'Edition',
  inEther: 'In ether, plus network fee',
  holding: 'Holding an edition for you.',
  paid: {
    card: 'Your card payment has arrived. Opening your order.',
    ether: 'Your ether payment has arrived. Opening your order.',
  },
  openingCard: 'Opening the card page.',
  choosingWallet: 'Choose a wallet.',
  releasing: 'Releasing the edition.',
  switching: 'Releasing the locked price.',
  held: 'An edition is held for you. Choose how to pay.',
  heldWithoutTerms: 'An edition is held for you. Accept the terms to pay.',
  acceptToHold: 'Accept the terms to hold an edition.',
  acceptAgain: 'Accept the terms again to hold an edition.',
  holdAgain: 'Accept the terms and hold again',
  left: 'You left the card page before paying. Nothing was charged, and the edition is still held for you.',
  cardOpen: 'The card page is open. If you left it, you can open it again. Nothing was charged so far.',
  lockEnded:
    'The price lock has ended and no payment arrived. The edition is still held for you: pay by card, or with ether at a new price.',
  etherReleased: 'Nothing was sent. The edition is still held for you: pay by card, or try ether again.',
  yourHolds: 'Your holds',
}

/** The next step before the person may buy, in the status line. */
export const gateSentence = {
  login: 'Log in to continue. Nothing is held yet.',
  verify: 'Verify your email address to continue. Nothing is held yet.',
  profile: 'Complete your profile to continue. Nothing is held yet.',
}

export const holdSentence = (seconds: number) => `We’ll hold your edition${forHold(seconds)} while you pay.`

/** The input that is missing before the person may pay; empty if none is. */
export function missingSentence(unmet: { terms: boolean; country: boolean; gift?: boolean }): string {
  const missing = [
    unmet.terms && 'accept the terms and conditions',
    unmet.country && 'choose your billing country',
    unmet.gift && 'enter the gift’s recipient',
  ].filter(Boolean)
  return missing.length > 0 ? `To pay, ${missing.join(' and ')}.` : ''
}

export const success = {
  thanks: 'Thank you',
  waiting: 'Waiting for your payment',
  yours: 'Your purchase',
  loginHint: 'Log in to see this purchase. Your payment continues even if you close this page.',
  login: 'Log in to see it',
  nothing: 'No purchase here',
  nothingHint: 'This account hasn’t bought anything here. You’ll find all your orders in your profile.',
  orders: 'Your orders',
  checking: 'Checking your payment.',
  cardWaiting: 'Waiting for the card provider to confirm your payment.',
  cardLate:
    'The card provider hasn’t confirmed a payment yet. If you paid, you don’t need to do anything: we’ll email you. If you didn’t, go back to the checkout.',
  receiptLater: 'Your receipt will be ready when the payment is confirmed.',
  collection: 'Your collection',
  back: 'Back to the checkout',
  track: 'Track order',
  continuePaying: 'Continue to payment',
  emailLater: (email: string) => `We’ll email ${email}.`,
  emailed: (email: string) => `We’ve emailed ${email}.`,
  emailRefused: (email: string) => `We couldn’t email you: ${email} refuses our emails.`,
  changeEmail: 'Change your email address',
  /** Leads to the certificate as a page. */
  frame: 'Print to frame',
  shareCard: (title: string) => `The link preview of ${title}`,
  isYours: 'is yours',
  almostYours: 'is almost yours',
  isGift: 'is your gift',
  giftFor: (email: string) => `for ${email}`,
  viewGift: 'Your gift',
  by: 'by',
}

/** The heading of the success page while there is nothing to thank for. */
export function headingOf({ status }: Checkout) {
  switch (status) {
    case 'payment_failed':
      return 'The payment didn’t go through'
    case 'expired':
      return 'Your hold has ended'
    case 'cancelled':
      return 'Cancelled'
    case 'in_review':
      return 'We’re reviewing your payment'
    case 'refund_pending':
      return 'Your refund is on its way'
    case 'refunded':
      return 'We’ve refunded your payment'
    case 'refund_failed':
      return 'We couldn’t send your refund yet'
    case 'disputed':
      return 'Your bank disputes the payment'
    default:
      return success.waiting
  }
}

/** The step after paying that is in progress: 1 is the payment's confirmation, 2 the minting. */
const inProgress: Partial<Record<Checkout['status'], number>> = {
  payment_seen: 1,
  confirming: 1,
  reverted: 1,
  paid: 2,
  delivering: 2,
}

/** The steps after paying: the name of each, and its text until it is done, also when it takes too long. */
export function progressOf(checkout: Checkout): { name: string; until: string }[] {
  const seen = checkout.paymentMethod === 'ether' && blocksOf(checkout)
  const steps = [
    { name: 'Payment received', until: '' },
    {
      name: 'Payment confirmed',
      until:
        checkout.paymentMethod === 'ether'
          ? `Once the network confirms it${seen ? ` (${seen} so far)` : ''}`
          : 'Once your bank confirms it',
    },
    { name: 'Edition minted', until: 'After that' },
    { name: 'In your collection', until: 'As soon as it’s minted' },
  ]
  const current = steps[inProgress[checkout.status] ?? -1]
  if (current && checkout.overdue) current.until = 'Taking longer than usual'
  return steps
}

export const refundStates = {
  pending: 'is on its way back',
  succeeded: 'was refunded',
  failed: 'couldn’t be refunded yet; our team is on it',
}

export const sendItBack = (token: string, until: string) =>
  `For your refund, send the work back: transfer token ${token} from your wallet by ${until} to`
export const refundedOnceBack = 'goes out once the network has confirmed that the work is back.'
export const bankDelay = 'Your bank may take some days to show it.'

/** Progress while the wallet is open. */
export const walletText = {
  network: 'Confirm the network change in your wallet if it asks.',
  checkingPrice: 'Checking that your wallet holds the price.',
  locking: 'Locking the price.',
  checkingFunds: (price: string, until: string) =>
    `Checking that your wallet holds ${price} and the network fee. The price is locked until ${until}.`,
  confirm: (price: string, fee: string, until: string) =>
    `Confirm ${price} in your wallet, plus a network fee of about ${fee}. The price is locked until ${until}; a later payment is refused and only costs the fee.`,
  sent: 'Sent. Waiting for the network to include it.',
}

export const lockedUntilSentence = 'Price in ether locked until'

export const taxSentence = ({ rateBps, amount, country }: NonNullable<Checkout['tax']>) =>
  rateBps > 0
    ? `Includes ${formatMoney(amount)} VAT (${rateBps / 100}%, ${countryName(country)}).`
    : `No VAT is charged (${countryName(country)}).`

// Buyer checkout
export const tryAgain = 'Try again'

// Page: artworks slug checkout
export const buy = (title: string) => `Buy ${title}`
export const notFound = 'Not found'

// Page: artworks slug checkout success
export const yourPurchase = 'Your purchase'

// Checkout model
export const editionNumber = (editionNumber: number, editionSize: number) =>
  `#${editionNumber} of ${editionSize}`
export const unique = 'Unique'

// Held until
export const heldUntil = 'Held for you until'
export const timeLeft = 'left'

// Payment step
export const card = 'Card'
export const ether = 'Ether'

// Refunds
export const yourMoney = 'Your money'

// Success
export const orderLabel = 'Order'
export const progress = 'Progress'
export const done = 'Done'
export const transaction = 'Transaction'

// Terms step
export const acceptTerms = 'I accept the'
export const termsAndConditions = 'terms and conditions'
export const aboutEther = (price: string) => `about ${price}`
