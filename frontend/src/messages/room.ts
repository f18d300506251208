/** Texts: the room in which one work hangs. */
export const watchAgain = 'Watch it again'
export const showItFinished = 'Show it finished'
export const playSound = 'Play sound'
export const stopSound = 'Stop sound'
export const documents = 'Your documents'
