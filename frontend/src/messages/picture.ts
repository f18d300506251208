import { isolate } from '@/messages/direction'

/** Texts: picture. */

// Picture source
export const noPicture = 'No picture'

// Artwork card
export const walkAlong = (title: string) => `${isolate(title)}, wider than the screen`
