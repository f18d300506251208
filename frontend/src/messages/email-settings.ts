/** Texts: email settings. */

type Kind = 'drops' | 'waiting_list' | 'sales'

// Profile: security
export const heading = 'Emails'
export const explanation =
  'Choose which of these emails you get. We always email you about your orders and payments, approvals, logins and security.'
export const names: Record<Kind, string> = {
  drops: 'A drop you asked about has opened',
  waiting_list: 'An edition you’re on the waiting list for is available',
  sales: 'One of your works has sold',
}
export const hints: Record<Kind, string> = {
  drops: 'Switching this off removes your reminders of drops.',
  waiting_list: 'Switching this off takes you off all waiting lists.',
  sales: 'Your sales are always listed under Sales and payouts.',
}
export const saved = 'Saved.'

// Page: stop-emails
export const title = 'Stop these emails'
export const loading = 'Loading…'
export const linkInvalidHint =
  'Open it again from the email, and make sure you copied the whole link: it ends with a long code after #. You can also choose your emails in your profile, under'
export const questions: Record<Kind, string> = {
  drops: 'Stop emails about drops?',
  waiting_list: 'Stop emails about waiting lists?',
  sales: 'Stop emails about your sales?',
}
export const effects: Record<Kind, string> = {
  drops: 'We won’t email you any more when a drop opens, and we’ll remove your reminders of drops.',
  waiting_list:
    'We won’t email you any more when an edition is available, and we’ll take you off all waiting lists.',
  sales: 'We won’t email you any more when one of your works sells. Your sales stay listed in your profile.',
}
export const others =
  'All other emails stay as they are. We always email you about your orders and payments, approvals, logins and security.'
export const stop = 'Stop these emails'
export const stopped = 'You won’t get these emails any more'
export const stoppedHint: Record<Kind, string> = {
  drops: 'Emails about drops are switched off.',
  waiting_list: 'Emails about waiting lists are switched off.',
  sales: 'Emails about your sales are switched off.',
}
export const switchOn = 'Changed your mind? Switch them on again under'
export const security = 'Profile › Security'
