import { polled } from '@/lib/query'
import { listSessions, listWallets } from './calls'

export const sessionsQuery = polled({ queryKey: ['sessions'], queryFn: listSessions, every: 30_000 })

export const walletsQuery = polled({ queryKey: ['wallets'], queryFn: listWallets, every: 30_000 })
