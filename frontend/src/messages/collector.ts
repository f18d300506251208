import { count } from '@/lib/words'
import { isolate } from '@/messages/direction'

/** Texts: collectors' public pages. */

// Page: collectors name
export const notFound = 'Not found'
export const collector = 'Collector'
export const worksOf = (name: string) => `Works in the collection of ${isolate(name)}.`
export const worksShown = (works: number) => count(works, 'work')
export const noWorks = 'No works are shown here yet.'
export const editionOf = (edition: number, size: number) =>
  size > 1 ? `#${edition} of ${size.toLocaleString('en-US')}` : 'Unique'

// Collector wall
export const works = 'Works'
