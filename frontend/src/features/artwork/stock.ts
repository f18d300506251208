import type { Availability } from '@/gen/graphql'

/** Whether an artwork can be bought, and how many editions of it. */
export interface StockNow {
  availability: Availability
  editionsAvailable: number
}
