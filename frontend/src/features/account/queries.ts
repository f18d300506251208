import { polled } from '@/lib/query'
import { listDataRequests } from './calls'

export const dataRequestsQuery = polled({
  queryKey: ['dataRequests'],
  queryFn: listDataRequests,
  every: 10_000,
})
