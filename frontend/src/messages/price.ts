/** Texts: the switch between prices in dollars and in ether. */

export const prices = 'Prices'
export const dollars = 'USD'
export const ether = 'ETH'
/** A price in ether, which changes with the exchange rate. */
export const about = (price: string) => `≈ ${price}`
