/** Texts: security. */

// Sessions
export const sessions = 'Where you’re logged in'
export const sessionsHint =
  'Don’t recognize one? End it, then change your password. Sessions end automatically after 7 days without use.'
export const device = (browser: string, system: string) =>
  browser && system ? `${browser} on ${system}` : browser || system || 'Unknown browser'
export const thisSession = '(this browser)'
export const lastUsed = 'Last used'
export const loggedIn = 'Logged in'
export const network = 'Network'
export const endSession = 'End session'
export const endThisSession = (name: string, usedAt: string) => `End session: ${name}, last used ${usedAt}`
export const endAllOthers = 'End all other sessions'
export const onlyHere = 'You’re logged in only here.'
