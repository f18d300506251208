import { polled } from '@/lib/query'
import { readInvariants } from './calls'

export const invariantsQuery = polled({ queryKey: ['invariants'], queryFn: readInvariants, every: 10_000 })
