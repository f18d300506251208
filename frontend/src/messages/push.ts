/** Texts: notifications in the browser. */

export const label = 'Also notify me in this browser'
export const hints = {
  off: 'Get a notification here as well as the email, even when this site is closed.',
  on: 'You’ll get a notification here as well as the email, until you log out.',
  blocked:
    'Your browser blocks notifications from this site. Allow them in the site settings, next to the address, then try again.',
  homeScreen:
    'Add this site to your home screen to get notifications: choose Share, then “Add to Home Screen”, and log in there.',
  unsupported: 'This browser can’t show notifications from websites. You’ll still get our emails.',
  closed: 'This gallery doesn’t send browser notifications. You’ll still get our emails.',
} as const
export const notAllowed = 'You didn’t allow notifications, so nothing has changed.'
export const notSubscribed =
  'Your browser couldn’t reach its notification service. Try again later. You’ll still get our emails.'

// Profile: security
export const heading = 'Notifications'
export const explanation = 'For drops you asked about and waiting lists, as well as the email.'
