/** Texts: artwork yours. */

// Purchase
export const heldForYouUntil = 'Held for you until'
export const youBoughtThisWork = 'You bought this work.'
export const youBoughtNumbers = (plural: string, numbers: string, editionSize: string) =>
  `You bought number${plural} ${numbers} of ${editionSize}.`
