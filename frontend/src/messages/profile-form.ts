/** Texts: profile form. */

// Profile form
export const emailFixed = (email: string) => `You log in with ${email}. Change it with your login provider.`
export const firstName = 'First name'
export const lastName = 'Last name'
export const email = 'Email'
export const yourLoginEmail = 'Your login email.'
export const emailHint = 'We’ll send receipts and order updates here.'
export const save = 'Save'
export const emailWaits = 'Please confirm your new email: open the links we sent to both addresses.'
