import { isolate } from '@/messages/direction'

/** Texts: films of editions. */

export const watch = 'Watch it grow'
export const title = (work: string) => `${isolate(work)}, growing`
export const alt = (work: string) =>
  `${work}: the edition is drawn from an empty page until it is finished, again and again.`
export const stillAlt = (work: string) => `${work}: the finished edition.`
export const play = 'Play the film'
export const showStill = 'Show still image'
export const save = (bytes: number) => `Download the film (GIF, ${sizeOf(bytes)})`
export const notLoaded = 'We couldn’t load the film. Check your connection and try again.'

const sizeOf = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
