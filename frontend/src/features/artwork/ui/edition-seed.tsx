'use client'

import { tokenIdOf } from '@/lib/edition-number'
import * as t from '@/messages/artwork-live'
import { CopyButton } from '@/ui/copy-button'
import type { Editions } from '../live-editions'
import { useEdition } from '../live-use-edition'
import { ChosenBySeed } from './chosen-by-seed'
import styles from './details.module.css'
import type { Parameter } from './parameters'

export interface EditionSeedProps {
  editions: Editions
  /** Whether it is proven that the same seed gives the same picture. */
  proven: boolean
  /** The parameters of its algorithm that a seed chooses. */
  varying: Parameter[]
}

/** The seed of the edition in the address, and how anyone can check it. */
export function EditionSeed({ editions, proven, varying }: EditionSeedProps) {
  const { number, hash, failed } = useEdition(editions, false)
  const tokenId = tokenIdOf(editions.artworkId, number)
  const several = editions.size > 1
  return (
    <>
      <p>
        {several ? t.drawnFrom(number) : t.onlyDrawnFrom} {proven ? t.repeatable : t.notRepeatable}
      </p>
      <dl className={`${styles.rows} ${styles.seed}`}>
        <div>
          <dt>{t.token}</dt>
          <dd>
            <code>{tokenId}</code>
            <CopyButton text={tokenId} label={t.copyToken} />
          </dd>
        </div>
        <div>
          <dt>{t.seed}</dt>
          <dd>
            {failed ? t.editionNotLoaded : <code>{hash ?? '…'}</code>}
            {hash && <CopyButton text={hash} label={t.copySeed} />}
          </dd>
        </div>
      </dl>
      <p className={styles.note}>{t.checkSeed}</p>
      <ChosenBySeed varying={varying} hash={hash} />
    </>
  )
}
