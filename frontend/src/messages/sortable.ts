import { isolate } from '@/messages/direction'

/** Texts: a list that people sort. */
export const up = 'Move up'
export const moveUp = (title: string) => `Move up: ${title}`
export const down = 'Move down'
export const moveDown = (title: string) => `Move down: ${title}`
export const drag = 'Drag to move'
export const moved = (title: string, position: number, of: number) =>
  `${isolate(title)} is now number ${position} of ${of}.`
