import { isolate } from '@/messages/direction'

/** Texts: a work as a poster. */

export const poster = 'Poster'
export const posterOf = (title: string) => `Poster of ${isolate(title)}`
