import { isolate } from '@/messages/direction'

/** Texts: a drop as an exhibition, one work a screen. */

export const pageTitle = (drop: string) => `${isolate(drop)}, the exhibition`
export const view = 'View the exhibition'
export const close = 'Close'
export const previous = 'Previous work'
export const next = 'Next work'
export const place = (number: number, count: number) => `${number} of ${count}`
export const placed = (number: number, count: number, work: string) => `${number} of ${count}: ${work}`
export const workBy = (title: string, artist: string) => `${title} by ${artist}`
export const play = 'Play'
export const pause = 'Pause'
export const pace = 'Time for each work'
export const every = (seconds: number) => `${seconds} seconds`
export const didNotStart = 'The slideshow didn’t start. Check your connection and try again.'
