import { isolate } from '@/messages/direction'

/** Texts: cloth of editions. */

const figure = (n: number) => n.toLocaleString('en-US')

export const editions = 'Editions'
export const legend = 'Each square is an edition, and inks in when it’s collected.'
export const proportional = 'Each square stands for several editions, and inks in as they’re collected.'
export const collectedOf = (sold: number, size: number) => `${figure(sold)} of ${figure(size)} collected`
export const pieceOf = (title: string, sold: number, size: number) =>
  `${isolate(title)}: ${collectedOf(sold, size)}`
