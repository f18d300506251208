/** Texts: the gift form of the checkout, which loads when it is opened. */

export const how = 'How they get it'
export const byEmail = 'Email them a link'
export const toWallet = 'Send it to a wallet'
export const email = 'Recipient’s email'
export const emailHint =
  'Once your purchase is complete, we’ll email them a link to accept the work. Your receipt and invoice stay yours.'
export const emailInvalid = 'Enter a whole address, such as ada@example.org.'
export const message = 'Message (optional)'
export const messageHint = 'Up to 280 characters. They see it with your name.'
export const wallet = 'Recipient’s wallet'
export const walletHint =
  'An address, or an ENS name like alice.eth. Once your purchase is complete, we’ll send the work there. They don’t need an account. Check it carefully: you can’t change it after you pay, and nobody can recover a token sent to the wrong address.'
