'use client'

import { lazy, Suspense, useEffect, useState } from 'react'
import { useNamedEdition } from '@/lib/edition'
import * as t from '@/messages/artwork-live'
import { Button } from '@/ui/button'
import { Edition } from '@/ui/edition'
import { VisuallyHidden } from '@/ui/visually-hidden'
import { lift } from '../lift'
import { reportChosen } from '../live-chosen'
import {
  type Editions,
  type Edition as Numbered,
  type Output,
  pairOf,
  startOf,
  statusWords,
  together,
  type UnavailableEditions,
} from '../live-editions'
import styles from './editions.module.css'

const Compare = lazy(() => import('./editions-compare').then((module) => ({ default: module.Compare })))

interface EditionsWallProps {
  lang: string
  editions: Editions
  output: Output
  /** Whether free editions can be bought now. */
  forSale: boolean
}

/** All editions of a live work in a grid, with their states. The visitor can choose one, or compare two. */
export function EditionsWall({ lang, editions, output, forSale }: EditionsWallProps) {
  const { artworkId, slug, size } = editions
  const chosen = useNamedEdition(size)
  const [shown, setShown] = useState(editions.first)
  const [unavailable, setUnavailable] = useState<UnavailableEditions | null>(null)
  const [pair, setPair] = useState<number[]>([])
  const [comparing, setComparing] = useState(false)
  const [more, setMore] = useState<'' | 'loading' | 'failed'>('')
  /** The announcement of a choice for screen readers. */
  const [said, setSaid] = useState('')

  useEffect(() => {
    const ends = new AbortController()
    import('../calls')
      .then(({ readUnavailable }) => readUnavailable(artworkId, ends.signal))
      .then(setUnavailable, (error: unknown) => {
        // The editions are shown without it.
        if (!ends.signal.aborted) console.info('Which editions are free', error)
      })
    return () => ends.abort()
  }, [artworkId])

  async function loadMore() {
    setMore('loading')
    try {
      const { readEditions } = await import('../calls')
      const next = await readEditions(slug, startOf(shown.length + 1))
      setShown((now) => [...now, ...next.filter(({ number }) => number > now.length)])
      setMore('')
    } catch (error) {
      console.error('More editions', error)
      setMore('failed')
    }
  }

  const words = (edition: number) => statusWords(edition, unavailable, forSale)
  const picked = pair.flatMap((number): Numbered[] => shown.filter((edition) => edition.number === number))
  const [one, other] = picked
  const rest = Math.min(together, size - shown.length)
  const sizeWords = size.toLocaleString('en-US')
  return (
    <>
      <p className={styles.introduction}>
        {forSale ? t.editionsForSale(sizeWords) : t.editionsIntroduction(sizeWords)}
      </p>
      {one && (
        <p className={styles.pair} aria-live="polite">
          {other ? (
            <Button kind="quiet" onClick={() => setComparing(true)}>
              {t.compareTwo(one.number, other.number)}
            </Button>
          ) : (
            <span>{t.compareWithAnother(one.number)}</span>
          )}{' '}
          <Button kind="text" onClick={() => setPair([])}>
            {t.clear}
          </Button>
        </p>
      )}
      <ul role="list" className={styles.grid}>
        {shown.map(({ number, hash }) => (
          <li
            key={number}
            data-status={unavailable?.get(number)}
            data-chosen={chosen === number || undefined}
          >
            <div className={styles.output}>
              <Edition {...output} number={number} hash={hash} onParameters={reportChosen} />
              <button
                type="button"
                aria-pressed={chosen === number}
                onClick={({ currentTarget }) => {
                  lift(number, currentTarget.parentElement!)
                  setSaid(t.chosen(number))
                }}
              >
                <VisuallyHidden>{t.choose(number, words(number))}</VisuallyHidden>
              </button>
            </div>
            <p className={`${styles.caption} figures`} aria-hidden="true">
              <span>{t.number(number)}</span> <span>{words(number)}</span>
            </p>
            <label className={styles.compare}>
              <input
                type="checkbox"
                checked={pair.includes(number)}
                aria-label={t.compareEdition(number)}
                onChange={() => setPair(pairOf(pair, number))}
              />{' '}
              {t.compare}
            </label>
          </li>
        ))}
      </ul>
      <output>
        <VisuallyHidden>{said}</VisuallyHidden>
      </output>
      {rest > 0 && (
        <p className={styles.more}>
          <Button kind="quiet" busy={more === 'loading'} onClick={loadMore}>
            {t.showMore(rest)}
          </Button>
          {more === 'failed' && <span role="alert">{t.editionNotLoaded}</span>}
        </p>
      )}
      {comparing && one && other && (
        <Suspense fallback={null}>
          <Compare
            lang={lang}
            slug={slug}
            output={output}
            pair={[one, other]}
            words={words}
            free={(edition) => forSale && unavailable !== null && !unavailable.has(edition)}
            onClose={() => setComparing(false)}
          />
        </Suspense>
      )}
    </>
  )
}
