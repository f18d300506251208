/** Texts of an artwork's page that load with it into the browser. */

// Buy
export const buy = 'Buy'
export const buyEdition = (edition: number) => `Buy #${edition}`
export const buyEditionFor = (edition: number, price: string) => `Buy #${edition} · ${price}`
export const buyAnother = 'Buy another'
export const buyAnotherEdition = (edition: number, status: string) =>
  `#${edition} is ${status === 'withheld' ? 'not for sale' : status}. Buy another edition`

// Offer
export const opensIn = (remaining: string) => `, in ${remaining}`
export const opening = ', opening…'
export const editionsLeft = (editionsAvailable: string) => `, ${editionsAvailable} available`

// Views
export const share = 'Share'
export const viewOnWall = 'View on a wall'
export const zoomOut = 'Zoom out'
export const zoomIn = 'Zoom in'
export const leaveFullScreen = 'Leave full screen'
export const fullScreen = 'Full screen'
export const close = 'Close'
