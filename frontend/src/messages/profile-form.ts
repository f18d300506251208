/** Texts: profile form. */

// Profile form
export const emailFixed = (email: string) => `You log in with ${email}. Change it with your login provider.`
export const firstName = 'First name'
export const lastName = 'Last name'
export const email = 'Email'
export const yourLoginEmail = 'Your login email.'
export const emailHint = 'We’ll send receipts and order updates here.'
export const save = 'Save'
export const emailWaits =
  'Your new email waits for confirmation: open the links that we sent to both addresses.'
