'use client'

import dynamic from 'next/dynamic'
import { usePicker } from '@/lib/wallet/picker'

const Choices = dynamic(() => import('./wallet-choices').then(({ WalletChoices }) => WalletChoices), {
  ssr: false,
})

/** Stands on every page that may ask for a wallet; loads when one is asked for. */
export function WalletDialog() {
  const choices = usePicker((state) => state.choices)
  return choices && <Choices choices={choices} />
}
