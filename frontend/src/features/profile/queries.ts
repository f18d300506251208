import { polled } from '@/lib/query'
import { readPayoutWallet } from './calls'
import { isPending } from './payout'
import { loadIdentityUser } from './store'

/** Other people approve a change of the payout wallet, so pages keep reading while one is pending. */
export const payoutWalletQuery = polled({
  queryKey: ['payoutWallet'],
  queryFn: readPayoutWallet,
  every: (last) => (last?.items.some(isPending) ? 10_000 : false),
})

/** Updates the store of the profile until the address is verified: the link of the email is opened in another tab. */
export const identityQuery = polled({
  queryKey: ['identityUser'],
  queryFn: () => loadIdentityUser().then(() => true),
  every: 5000,
})
