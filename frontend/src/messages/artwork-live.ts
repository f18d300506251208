/** Texts: artwork live. */

// Live editions
export const notYetCollected = 'not yet collected'
export const theOnlyEdition = 'The only edition'
export const editionOf = (edition: number, size: string) => `Edition ${edition} of ${size}`

// Live frame
export const runningLive = (title: string) => `${title}, running live`

// Live stepper
export const previous = 'Previous'
export const edition = 'edition'
export const editionLabel = 'Edition'
export const ofSize = (size: string) => `of ${size}`
export const next = 'Next'

// Live work
export const liveWork = 'Live work'
export const pause = 'Pause'
export const showStillImage = 'Show still image'
export const runEditionLive = (number: string | number) => `Run edition ${number} live`
export const runItLive = 'Run it live'
export const didNotStart = 'The work didn’t start. This is a still image of it.'
export const editionNotLoaded = 'We couldn’t load this edition. Try again in a minute.'
