import { polled } from '@/lib/query'
import { listCheckouts } from './calls'

export const checkoutsQuery = polled({ queryKey: ['checkouts'], queryFn: listCheckouts, every: 10_000 })
