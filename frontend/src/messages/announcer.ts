/** Texts: announcer. */

// Announcer
export const navigatedTo = (title: string) => `Navigated to ${title}`
