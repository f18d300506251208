/** Texts: verification. */

// Verification
export const sent = 'Sent. It may take a minute.'
export const explanation = (email: string) =>
  `We sent a link to ${email}. Open it to verify your address; this page updates automatically. You can buy and withdraw once it’s verified.`
export const sendItAgainIn = (left: number) => `Send it again in ${left} s`
export const sendItAgain = 'Send it again'
export const notVerified = 'Your email address isn’t verified yet'
