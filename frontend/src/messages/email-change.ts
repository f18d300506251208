/** Texts: email change. */

// Page: email-change
export const title = 'Confirm a change of email'

// The emailed link
export const loading = 'Loading the change…'
export const questionCurrent = 'Change your email address?'
export const questionNew = 'Use this email address?'
export const from = 'From'
export const to = 'To'
export const requested = 'Requested'
export const validUntil = 'Valid until'
export const bothConfirm = 'The address changes once the links in both emails have been confirmed.'
export const confirm = 'Confirm'
export const stop = 'Stop this change'
export const stopHint =
  'Didn’t ask for this? Stop the change. Someone may be using your account: end its other sessions under'
export const security = 'Profile › Security'
export const notYoursHint = 'Isn’t this yours? Stop the change, or close this page. Nothing has changed.'
export const confirmed = 'Confirmed'
export const waitsForNew = (email: string) => `Now open the link that we sent to ${email}.`
export const waitsForCurrent = 'Now open the link that we sent to your current address.'
export const done = 'Your email address has changed'
export const doneHint = (email: string) => `Your account now uses ${email}.`
export const stopped = 'The change is stopped'
export const stoppedHint = (email: string) => `Your account keeps ${email}.`
export const stoppedHintNew = 'The account keeps its address.'
export const ended = 'This change has ended'
export const endings = {
  cancelled: 'It was cancelled in the profile.',
  replaced: 'Another change was requested after it. Use the link in the newer email.',
  expired: 'It wasn’t confirmed in time. You can request it again in your profile.',
}
export const yourProfile = 'Your profile'

// Profile: the pending change
export const waiting = 'Waiting for confirmation'
export const waitingHint = (current: string, next: string, until: string) =>
  `We sent a link to ${current} and to ${next}. Your email changes once both are confirmed, until ${until}.`
export const currentConfirmed = (email: string) =>
  `Confirmed from ${email}. We’re waiting for the other address.`
export const refused = (email: string) =>
  `We can’t reach ${email}: it refused our email. Cancel the change and check the address.`
export const cancel = 'Cancel the change'
