/** Texts: artwork ether. */

// About ether
export const about = (price: string) => `about ${price}`
