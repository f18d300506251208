import { isolate } from '@/messages/direction'

/** Texts: gifts. */

// Page: gift
export const title = 'A gift for you'
export const loading = 'Opening your gift…'
export const linkInvalidHint =
  'If you received a newer email about the gift, open its link. Otherwise make sure you copied the whole link: it ends with a long code after #.'
export const from = (name: string) =>
  name ? `From ${isolate(name)}` : 'From someone who didn’t leave a name'
export const by = 'by'
export const editionOf = (number: number, size: number) => (size > 1 ? `#${number} of ${size}` : 'Unique')
export const whatItMeans =
  'Accept it and the work is yours: we keep it in our vault for you until you move it to your own wallet. It costs you nothing.'
export const acceptFrom = (at: string) =>
  `You can accept it from ${at} on, because it was sent to a new address.`
export const accept = 'Accept the gift'
export const logIn = 'Log in to accept'
export const register = 'Create an account'
export const loginHint = 'You need an account to receive the work. We’ll bring you back here.'
export const unverified =
  'Verify your email address first: open the link that we emailed you. Then accept the gift here.'
export const yours = 'It’s yours'
export const yoursHint = 'The work is in your collection.'
export const collection = 'View your collection'
export const viewWork = 'View the work'
export const ended = {
  accepted: ['This gift was accepted', 'If you accepted it, you’ll find the work in your collection.'],
  cancelled: ['This gift was taken back', 'The person who gave it to you keeps the work.'],
  refunded: ['This gift is no longer available', 'Its order was refunded.'],
} as const

// The order of the giver
export const heading = 'Gift'
export const pending = (email: string) =>
  `This edition is a gift for ${email}. As soon as it’s minted, we’ll email them a link to accept it.`
export const pendingWallet = (wallet: string) =>
  `This edition is a gift to the wallet ${wallet}. As soon as it’s minted, we’ll send it there.`
export const queued = (wallet: string) =>
  `A gift to the wallet ${wallet}. We’re sending it, which can take some days after a card payment.`
export const onItsWay = (wallet: string) => `A gift to the wallet ${wallet}: on its way.`
export const arrived = (wallet: string) => `A gift to the wallet ${wallet}: delivered.`
export const notSent = (wallet: string) =>
  `We couldn’t send your gift to the wallet ${wallet}. The edition is in your collection, and your withdrawals say why.`
export const transferCancelled = 'You cancelled the transfer of your gift. The edition is in your collection.'
export const transfers = 'View withdrawals'
export const waiting = (email: string, at: string) =>
  `A gift for ${email}: waiting to be accepted. We emailed the link on ${at}.`
export const waitingFrom = (email: string, at: string) =>
  `A gift for ${email}: sent to a new address, so it can be accepted from ${at} on. Until then, you can still take it back.`
export const refusedBy = (email: string) =>
  `A gift for ${email}: we can’t reach them, because this address refuses our emails. Check it with them, then send the gift to the right address.`
export const accepted = (email: string, at: string) =>
  email ? `A gift for ${email}: accepted on ${at}.` : `Your gift was accepted on ${at}.`
export const cancelled = (at: string) => `You took the gift back on ${at}. The edition is in your collection.`
export const refunded = 'The gift ended with the refund of your order.'
export const yourMessage = 'Your message'
export const sendAgain = 'Send the email again'
export const changeAddress = 'Change the address'
export const email = 'Recipient’s email'
export const send = 'Send'
export const sendHint =
  'The link in the earlier email stops working. At a new address, the gift can only be accepted after a wait, so that you can stop a change you didn’t make.'
export const sent = (to: string) => `We’ve emailed ${to}.`
export const noEmailsLeft = 'We’ve sent five emails and won’t send more. Contact us if none arrived.'
export const takeBack = 'Take the gift back'
export const takeBackSure = 'Take it back? The link stops working and the edition stays yours.'
export const keepGift = 'Keep the gift'
