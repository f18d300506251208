/** Texts: a work that appears on its wall. */
export const watchAgain = 'Watch it again'
export const showItFinished = 'Show it finished'
export const playSound = 'Play sound'
export const stopSound = 'Stop sound'
export const documents = 'Your documents'
