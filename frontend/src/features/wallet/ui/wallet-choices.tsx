'use client'

import { usePicker, type WalletChoice } from '@/lib/wallet/picker'
import * as t from '@/messages/wallet-choices'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import styles from './wallet-dialog.module.css'

/** The wallets that this browser has. */
export function WalletChoices({ choices }: { choices: WalletChoice[] }) {
  const answer = usePicker((state) => state.answer)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && answer(null)}
      title={choices.length ? t.chooseAWallet : t.noWalletHere}
      description={choices.length ? t.chooseHint : t.noWalletHint}
    >
      <ul role="list" className={styles.list} aria-live="polite">
        {choices.map(({ id, name, icon }) => (
          <li key={id}>
            <Button kind="quiet" wide className={styles.choice} onClick={() => answer(id)}>
              {icon && <img src={icon} alt="" className={styles.icon} />}
              <bdi>{name}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
