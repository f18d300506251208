import { keepPreviousData } from '@tanstack/react-query'
import { polled } from '@/lib/query'
import { readPayouts, readSales } from './calls'
import { paceOf } from './model'

/** A page of an artist's sales and one of their payouts. While another page is loading, the current one stays. */
export const payoutsQuery = (pages: { sales: number; payouts: number }) => ({
  ...polled({
    queryKey: ['payouts', pages],
    queryFn: async () => {
      const [sales, payouts] = await Promise.all([readSales(pages.sales), readPayouts(pages.payouts)])
      return { sales, payouts }
    },
    every: (last) => paceOf(last?.payouts ?? null),
  }),
  placeholderData: keepPreviousData,
})
