'use client'

import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useNamedEdition } from '@/lib/edition'
import * as t from '@/messages/artwork-live'
import { Button } from '@/ui/button'
import { LiveFrame } from '@/ui/live-frame'
import { prefersReducedMotion } from '@/ui/reduced-motion'
import { visuallyHidden } from '@/ui/visually-hidden'
import { lift } from '../lift'
import { reportChosen } from '../live-chosen'
import { type Editions, editionSentence, tokenWords } from '../live-editions'
import { useEdition } from '../live-use-edition'
import { Stepper } from './live-stepper'
import styles from './live-work.module.css'

const loadChosen = () => import('./chosen-edition').then((module) => ({ default: module.ChosenEdition }))
const ChosenEdition = lazy(loadChosen)
const warm = () => void loadChosen().catch(() => undefined)

/** How many editions the work's picture shows (artwork.WallTiles in the catalog). */
const tiles = 4

/** Milliseconds in which a work must have drawn itself; otherwise its still stays. */
const patience = 15_000

interface LiveWorkProps {
  /** The work's page on the origin without cookies; a token's hash is appended. */
  src: string
  title: string
  ratio: number
  /** Its editions, to step through. */
  editions?: Editions
  /** Without its editions: the hash of the one that runs. */
  seed?: string
  /** Show only the edition in the address. */
  fixed?: boolean
  /** The work's picture, which is shown while no edition is chosen: its first editions, or its still if it has no editions here. */
  children: ReactNode
}

type State = 'still' | 'starting' | 'live' | 'failed'

/** For a work that is shown without its editions. */
const only = (hash: string): Editions => ({ artworkId: '', slug: '', size: 1, first: [{ number: 1, hash }] })

/**
 * A live work. It runs in a sandbox over the picture of its edition, only while it is visible, and not if the visitor prefers less motion.
 * Nothing runs until an edition is chosen.
 */
export function LiveWork({ src, title, ratio, editions, seed = '', fixed = false, children }: LiveWorkProps) {
  const box = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<State>('still')
  const [paused, setPaused] = useState(false)
  const [seen, setSeen] = useState(false)
  /** Whether the visitor has chosen an edition. From then on each change is announced. */
  const [chosen, setChosen] = useState(false)
  /** What the work reports as drawn. */
  const [drawn, setDrawn] = useState<string | null>(null)
  const edition = useEdition(editions ?? only(seed), seen && editions !== undefined)
  const running = state === 'starting' || state === 'live'
  const several = editions !== undefined && editions.size > 1
  const { hash } = edition
  const size = editions?.size ?? 0
  const named = useNamedEdition(size)
  const number = size === 1 ? 1 : named
  /** Whether an edition is chosen, so that nothing else may be shown. */
  const certain = editions !== undefined && (fixed || number !== null)
  const choosing = editions !== undefined && !certain
  /** Whether what would run is what the page is about. */
  const settled = editions === undefined || number !== null

  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => setSeen(entries.at(-1)?.isIntersecting ?? false))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const [begun, setBegun] = useState(false)
  if (seen && settled && !begun) {
    setBegun(true)
    if (!prefersReducedMotion()) setState('starting')
  }

  // Plates in the picture turn into drawings.
  useEffect(() => {
    const img = choosing && seen && box.current?.querySelector('img')
    if (!img) return
    const ends = new AbortController()
    import('../wall-watch').then(
      ({ watchWall }) => watchWall(img, ends.signal),
      () => undefined,
    )
    return () => ends.abort()
  }, [choosing, seen])

  useEffect(() => {
    if (state !== 'starting') return
    const timer = setTimeout(() => setState('failed'), patience)
    return () => clearTimeout(timer)
  }, [state])

  const onReady = useCallback(() => setState('live'), [])

  return (
    <div
      ref={box}
      className={styles.live}
      data-state={state}
      data-drawn={running && drawn ? drawn : undefined}
    >
      <div className={styles.sheet} data-sheet>
        {certain ? (
          <Suspense fallback={<span style={{ display: 'block', aspectRatio: ratio }} />}>
            <ChosenEdition
              artworkId={editions.artworkId}
              number={number}
              hash={hash}
              only={size === 1}
              drawn={state === 'still'}
              src={src}
              title={title}
              ratio={ratio}
            />
          </Suspense>
        ) : (
          children
        )}
        {choosing && (
          <div className={styles.tiles}>
            {editions.first.slice(0, tiles).map(({ number: one }) => (
              <button
                key={one}
                type="button"
                aria-label={t.choose(one, '')}
                onPointerEnter={warm}
                onFocus={warm}
                onClick={({ currentTarget }) => lift(one, currentTarget)}
              />
            ))}
          </div>
        )}
        {running && (
          <LiveFrame
            src={src}
            title={t.runningLive(title)}
            ratio={ratio}
            hash={hash}
            live={state === 'live'}
            moving={seen && !paused}
            onReady={onReady}
            onDrawn={setDrawn}
            onParameters={reportChosen}
          />
        )}
      </div>
      <div className={styles.foot}>
        {running && several && !fixed && (
          <fieldset className={styles.stepper} aria-label={t.editionLabel}>
            <Stepper
              number={edition.number}
              size={editions.size}
              onShow={(number) => {
                setChosen(true)
                edition.show(number)
              }}
            />
            {hash && (
              <span className={styles.said} title={hash}>
                {edition.minted !== null && `${tokenWords(edition.minted)}, `}
                <code>{`${hash.slice(0, 6)}…${hash.slice(-4)}`}</code>
              </span>
            )}
          </fieldset>
        )}
        <fieldset className={styles.controls} aria-label={t.liveWork}>
          {running ? (
            <>
              <Button kind="text" aria-pressed={paused} onClick={() => setPaused(!paused)}>
                {t.pause}
              </Button>
              <Button
                kind="text"
                className={styles.back}
                onClick={() => {
                  setPaused(false)
                  setState('still')
                }}
              >
                {t.showStillImage}
              </Button>
            </>
          ) : choosing ? (
            <a href="#editions">{t.chooseOne}</a>
          ) : (
            <Button kind="text" onClick={() => setState('starting')}>
              {several ? t.runEditionLive(edition.number) : t.runItLive}
            </Button>
          )}
        </fieldset>
        <output className={state === 'failed' || edition.failed ? styles.failure : visuallyHidden}>
          {state === 'failed'
            ? t.didNotStart
            : edition.failed
              ? t.editionNotLoaded
              : chosen && editions && editionSentence(edition.number, editions.size, edition.minted)}
        </output>
      </div>
    </div>
  )
}
