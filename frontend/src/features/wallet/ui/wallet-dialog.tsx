'use client'

import dynamic from 'next/dynamic'
import { usePicker } from '@/lib/wallet/picker'

const Choices = dynamic(() => import('./wallet-choices').then(({ WalletChoices }) => WalletChoices), {
  ssr: false,
})

/** Part of every page, because a step-up on any page may request a wallet; its code loads on the first request. */
export function WalletDialog() {
  const choices = usePicker((state) => state.choices)
  return choices && <Choices choices={choices} />
}
