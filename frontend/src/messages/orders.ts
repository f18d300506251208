/** Texts: orders. */

// Orders
export const noOrders = 'You haven’t bought anything yet.'
export const browseArtworks = 'Browse artworks'
export const byCard = 'by card'
export const withEther = 'with ether'
export const orderPart = ', order'
