'use client'

import { showEdition } from '@/lib/edition'
import { buyEdition } from '@/messages/artwork-actions'
import * as t from '@/messages/artwork-live'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Edition } from '@/ui/edition'
import { ButtonLink } from '@/ui/link'
import { useReducedMotion } from '@/ui/reduced-motion'
import { reportChosen, useChosen } from '../live-chosen'
import type { Edition as Numbered, Output } from '../live-editions'
import { parameterLabel } from '../parameter-label'
import styles from './editions.module.css'

interface CompareProps {
  lang: string
  slug: string
  output: Output
  pair: [Numbered, Numbered]
  words: (edition: number) => string
  free: (edition: number) => boolean
  onClose: () => void
}

/** Two editions side by side. */
export function Compare({ lang, slug, output, pair, words, free, onClose }: CompareProps) {
  const still = useReducedMotion()
  const [one, other] = pair
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => open || onClose()}
      title={t.compareTwo(one.number, other.number)}
    >
      <div className={styles.two}>
        {pair.map(({ number, hash }) => (
          <figure key={number}>
            <Edition {...output} number={number} hash={hash} moving={!still} onParameters={reportChosen} />
            <figcaption className="figures">
              {t.number(number)} <span>{words(number)}</span>
            </figcaption>
            <div className={styles.choices}>
              {free(number) && (
                <ButtonLink href={`/${lang}/artworks/${slug}/checkout/?edition=${number}`} prefetch={false}>
                  {buyEdition(number)}
                </ButtonLink>
              )}
              <Button
                kind="text"
                onClick={() => {
                  showEdition(number)
                  onClose()
                  window.scrollTo({ top: 0 })
                }}
              >
                {t.showLarge}
              </Button>
            </div>
            <Chosen hash={hash} />
          </figure>
        ))}
      </div>
    </Dialog>
  )
}

/** What the seed of an edition chose, if the work reports it. */
function Chosen({ hash }: { hash: string }) {
  const chosen = useChosen(hash)
  if (!chosen?.size) return null
  return (
    <dl className={`${styles.chosen} figures`} aria-label={t.chosenBySeed}>
      {[...chosen].sort().map(([name, value]) => (
        <div key={name}>
          <dt>{parameterLabel(name)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
