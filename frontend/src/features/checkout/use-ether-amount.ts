import { useEtherPrice } from '@/lib/ether-price'
import { formatEther, type Money, toWei } from '@/lib/money'
import { useCoin } from '@/lib/wallet/coin'

/**
 * The approximate price in ether: "0.065 ETH". Null until it is known, and for chains with another coin, whose amount is
 * known when the price is locked. The terms keep the rate current.
 */
export function useEtherAmount(price: Money | null, chainId: number): string | null {
  const coin = useCoin(chainId)
  const rate = useEtherPrice((state) => state.storedUsdPriceInEth)
  const wei = price && rate && coin === 'ETH' ? toWei(price.amount, price.currency, rate) : null
  return wei === null ? null : formatEther(wei)
}
