import { polled } from '@/lib/query'
import { listReviews, listWithdrawalReviews } from './calls'

export const reviewsQuery = polled({ queryKey: ['reviews'], queryFn: listReviews, every: 30_000 })

export const withdrawalReviewsQuery = polled({
  queryKey: ['withdrawal-reviews'],
  queryFn: listWithdrawalReviews,
  every: 30_000,
})
