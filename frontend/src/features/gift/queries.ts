import { polled } from '@/lib/query'
import { type Gift, readGift } from './calls'

/** Whether the recipient hasn't decided yet. */
export const isOpen = ({ status }: Gift) => status === 'pending' || status === 'waiting'

const isMoving = ({ transfer }: Gift) => transfer?.status === 'withdrawalTransactionInProgress'

export const giftQuery = (order: string) =>
  polled({
    queryKey: ['gift', order],
    queryFn: (signal) => readGift(order, signal),
    every: (last) => (!last || isOpen(last) || isMoving(last) ? 10_000 : false),
  })
