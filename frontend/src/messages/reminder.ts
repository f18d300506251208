import { isolate } from '@/messages/direction'

/** Texts: reminders. */

type Kind = 'drop' | 'artwork'

// Button
export const off: Record<Kind, string> = { drop: 'Tell me when it opens', artwork: 'Join the waiting list' }
export const on: Record<Kind, string> = { drop: 'Cancel the reminder', artwork: 'Leave the waiting list' }
export const set: Record<Kind, string> = {
  drop: 'We’ll email you once, when it opens.',
  artwork: 'You’re on the list. We’ll email you once, when an edition becomes available.',
}
export const logInFirst = 'Log in so we know where to email you. We’ll bring you back here and set it up.'
export const logIn = 'Log in'
export const yourProfile = 'Your profile'
export const yourReminders = 'Your reminders'
export const verifyFirst =
  'Your email address isn’t verified yet. Open the link we emailed you, or get a new one from your profile.'
export const emailFirst = 'Your account has no email address. Add one to your profile, then try again.'
export const emailsOff = 'You switched these emails off. Switch them on again under'
export const yourEmails = 'Profile › Security'
export const alreadyOpen = 'This drop has just opened. Reload the page to see it.'
export const availableNow = 'An edition has just become available. Reload the page to buy it.'
export const tooMany = 'You have 100 reminders, which is the most we keep. Remove some first.'

// List
export const heading = 'Reminders'
export const explanation = 'We’ll send one email for each of these.'
export const opens = (at: string) => `Opens ${at}`
export const waitingList = 'Waiting list'
export const remove = 'Remove'
export const removeOf = (title: string) => `Remove the reminder for ${title}`
export const removed = (title: string) => `Removed the reminder for ${isolate(title)}.`
export const unnamed: Record<Kind, string> = {
  drop: 'A drop that isn’t shown right now',
  artwork: 'A work that isn’t shown right now',
}
export const notLoaded = 'We couldn’t load your reminders.'
