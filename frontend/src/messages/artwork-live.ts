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
export const shownEdition = (title: string, number: number) => `${title}, edition ${number}`
export const runItLive = 'Run it live'
export const chooseOne = 'Choose one to see it large'
export const didNotStart = 'The work didn’t start.'
export const editionNotLoaded = 'We couldn’t load this edition. Try again in a minute.'

// Editions wall
export const available = 'Available'
export const sold = 'Sold'
export const held = 'Held'
export const withheld = 'Not for sale'
export const editionsIntroduction = (size: string) =>
  `All ${size}, each drawn from its own number. Choose one to see it large.`
export const editionsForSale = (size: string) =>
  `All ${size}, each drawn from its own number. Choose one to see it large and buy exactly that one.`
export const choose = (edition: number, status: string) =>
  `Choose edition ${edition}${status && `, ${status.toLowerCase()}`}`
export const number = (edition: number) => `#${edition}`
export const compare = 'Compare'
export const compareEdition = (edition: number) => `Compare edition ${edition}`
export const compareTwo = (one: number, other: number) => `Compare #${one} and #${other}`
export const compareWithAnother = (edition: number) => `#${edition} is picked. Pick another one to compare.`
export const clear = 'Clear'
export const showLarge = 'See it large'
export const showMore = (count: number) => `Show ${count} more`
export const chosen = (edition: number) => `Edition ${edition} is shown above.`

// Edition seed
export const howItIsMade = 'How this edition is made'
export const chosenBySeed = 'Chosen by the seed'
export const chosenFrom = (range: string) => `from ${range}`
export const runToSeeChoices = 'Run the work live to see what the seed chose for this edition.'
export const chosenByArtist = 'Chosen by the artist'
export const token = 'Token'
export const seed = 'Seed'
export const copyToken = 'Copy the token number'
export const copySeed = 'Copy the seed'
export const drawnFrom = (edition: number) =>
  `Edition ${edition} is drawn from its seed: a long number that decides every choice the algorithm makes.`
export const onlyDrawnFrom =
  'The work is drawn from its seed: a long number that decides every choice the algorithm makes.'
export const repeatable = 'The same seed draws the same picture, in every browser and every time.'
export const notRepeatable = 'Whether the same seed always draws the same picture isn’t proven for this work.'
export const checkSeed =
  'Nobody picks the seed. It’s the keccak-256 hash of the token’s number as 32 bytes, so anyone can calculate it, and the token’s contract returns it from tokenHash.'
