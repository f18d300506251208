/** Texts: session. */

// Session notices
export const unreachable = 'We can’t reach the gallery right now. Retrying…'
export const sessionEnded = 'Your session has ended. Please log in again.'

// Notifications
export const dismiss = 'Dismiss'
