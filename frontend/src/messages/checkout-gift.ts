/** Texts: the gift form of the checkout, which loads when it is opened. */

export const email = 'Recipient’s email'
export const emailHint =
  'Once your purchase is complete, we’ll email them a link to accept the work. Your receipt and invoice stay yours.'
export const emailInvalid = 'Enter a whole address, such as ada@example.org.'
export const message = 'Message (optional)'
export const messageHint = 'Up to 280 characters. They see it with your name.'
