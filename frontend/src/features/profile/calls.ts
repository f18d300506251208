import { call, newKey } from '@/lib/api/client'
import type { Recipient } from '@/lib/wallet/use-recipient'
import type { PayoutUpdate, PayoutWallet } from './payout'

export async function readPayoutWallet(): Promise<PayoutWallet> {
  const {
    items = [],
    activeAddress = '',
    frozen = false,
    linked = true,
  } = await call<Partial<PayoutWallet>>('/api/payout-wallet-updates')
  return { items, activeAddress, frozen, linked }
}

export const requestPayoutWallet = ({ address, name }: Recipient, idempotencyKey = newKey()) =>
  call<PayoutUpdate>('/api/payout-wallet-updates', {
    method: 'POST',
    body: { address, name },
    idempotencyKey,
  })

export const cancelPayoutUpdate = (id: string) =>
  call<PayoutUpdate>(`/api/payout-wallet-updates/${encodeURIComponent(id)}`, { method: 'DELETE' })
