import { api, dataOf, idempotent, newKey } from '@/lib/api/client'
import type { Recipient } from '@/lib/wallet/use-recipient'

export const readPayoutWallet = () => dataOf(api.GET('/api/payout-wallet-updates'))

export const requestPayoutWallet = ({ address, name }: Recipient, idempotencyKey = newKey()) =>
  dataOf(
    api.POST('/api/payout-wallet-updates', { body: { address, name }, headers: idempotent(idempotencyKey) }),
  )

export const cancelPayoutUpdate = (id: string) =>
  dataOf(api.DELETE('/api/payout-wallet-updates/{id}', { params: { path: { id } } }))
