'use client'

import { useCallback, useEffect, useState } from 'react'
import type { UploadLimitFragment } from '@/gen/graphql'
import { useConfig } from '@/lib/use-config'
import * as t from '@/messages/studio'
import { Button } from '@/ui/button'
import { editing } from '@/ui/editing'
import { LiveFrame } from '@/ui/live-frame'
import { Notice } from '@/ui/notice'
import { Picture } from '@/ui/picture'
import { useKeptFocus } from '@/ui/use-kept-focus'
import { visuallyHidden } from '@/ui/visually-hidden'
import { problemOf, useRepeatProof } from '../calls'
import type { Draft, Live } from '../model'
import styles from './studio.module.css'
import { UploadField } from './upload-field'

/** Milliseconds in which a work must say that it is ready, as long as visitors wait, and in which a drawing must arrive. */
const patience = 15_000

function randomHash() {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

interface LivePreviewProps {
  live: Live
  picture: Draft['picture']
  title: string
}

/** A live work as visitors see it: alone in its sandbox on the art origin, over its picture. It runs once somebody wants it to. */
export function LivePreview({ live, picture, title }: LivePreviewProps) {
  const artOrigin = useConfig()?.artOrigin
  const [state, setState] = useState<'still' | 'starting' | 'live' | 'failed'>('still')
  const [hash, setHash] = useState('')
  const running = state === 'starting' || state === 'live'
  const onReady = useCallback(() => setState('live'), [])
  const onDrawn = useCallback(() => {}, [])
  const ratio = live.width / live.height
  const controls = useKeptFocus<HTMLDivElement>(running)

  useEffect(() => {
    if (state !== 'starting') return
    const timer = setTimeout(() => setState('failed'), patience)
    return () => clearTimeout(timer)
  }, [state])

  return (
    <div className={styles.live} data-state={state}>
      <div className={styles.sheet} style={{ aspectRatio: ratio }}>
        {picture ? (
          <Picture media={picture} sizes="(width >= 1024px) 40rem, 85vw" />
        ) : (
          live.drawings[0] && (
            <img src={live.drawings[0].first} alt="" width={live.width} height={live.height} />
          )
        )}
        {running && artOrigin && (
          <LiveFrame
            key={live.path}
            src={new URL(live.path, artOrigin).href}
            title={t.runningLive(title)}
            ratio={ratio}
            hash={hash}
            live={state === 'live'}
            moving
            onReady={onReady}
            onDrawn={onDrawn}
          />
        )}
      </div>
      <div ref={controls} className={editing.buttons}>
        {running ? (
          <>
            <Button kind="text" onClick={() => setHash(randomHash())}>
              {t.anotherHash}
            </Button>
            <Button kind="text" onClick={() => setState('still')}>
              {t.stopLive}
            </Button>
            {hash && <code className={editing.quiet}>{`${hash.slice(0, 6)}…${hash.slice(-4)}`}</code>}
          </>
        ) : (
          <Button kind="text" onClick={() => setState('starting')}>
            {t.runLive}
          </Button>
        )}
      </div>
      <output className={state === 'failed' ? editing.quiet : visuallyHidden}>
        {state === 'failed' ? t.liveFailed : state === 'live' ? t.liveRuns : ''}
      </output>
    </div>
  )
}

interface ProofProps {
  live: Live
  /** The draft's id. */
  draft: string
  onRepeated: (draft: Draft) => void
}

/**
 * Whether a live work draws each edition in one way, with the pictures of both drawings side by side. A proof that failed for a reason
 * that may pass can be repeated.
 */
export function Proof({ live, draft, onRepeated }: ProofProps) {
  const { proof, reason, repeatable, drawings } = live
  const [repeat, { loading }] = useRepeatProof()
  const [problem, setProblem] = useState('')

  async function again() {
    setProblem('')
    try {
      const { data } = await repeat({ variables: { id: draft } })
      if (data) onRepeated(data.repeatProof)
    } catch (error) {
      setProblem(problemOf(error).message)
    }
  }

  return (
    <div className={editing.section}>
      <div aria-live="polite">
        <Notice
          kind={
            proof === 'PASSED'
              ? 'assent'
              : proof === 'FAILED' || proof === 'UNAVAILABLE'
                ? 'alarm'
                : undefined
          }
        >
          {t.proofs[proof]} {reason && t.reasonOf(reason)}
          {repeatable && ` ${t.repeatHint}`}
        </Notice>
        {problem && <Notice kind="alarm">{problem}</Notice>}
      </div>
      {repeatable && (
        <p>
          <Button kind="quiet" busy={loading} onClick={again}>
            {t.repeatProof}
          </Button>
        </p>
      )}
      {drawings.length > 0 && (
        <ul role="list" className={styles.drawings}>
          {drawings.map(({ edition, first, second }) => (
            <li key={edition}>
              <figure>
                <div className={styles.pictures}>
                  <img
                    src={first}
                    alt={t.drawing(edition, 1)}
                    width={live.width}
                    height={live.height}
                    loading="lazy"
                  />
                  <img
                    src={second}
                    alt={t.drawing(edition, 2)}
                    width={live.width}
                    height={live.height}
                    loading="lazy"
                  />
                </div>
                <figcaption className={editing.quiet}>
                  {first === second ? t.equalDrawings(edition) : t.differentDrawings(edition)}
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The picture of the first edition, as a file; null before the proof drew one. */
export async function firstDrawing(live: Live): Promise<File | null> {
  const [drawing] = live.drawings
  if (!drawing) return null
  const response = await fetch(drawing.first, { signal: AbortSignal.timeout(patience) })
  if (!response.ok) return null
  return new File([await response.blob()], 'edition-1.png', { type: 'image/png', lastModified: 0 })
}

interface LiveFieldProps {
  limit: UploadLimitFragment
  live: Live | null
  /** The draft's id. */
  draft: string
  onRepeated: (draft: Draft) => void
  picture: Draft['picture']
  title: string
  error?: string
  onUploaded: (uploadId: string) => void
  onRemove: () => void
  onBusy: (busy: boolean) => void
}

const nothing = () => Promise.resolve()

/** The page of a live work. */
export function LiveField({
  limit,
  live,
  draft,
  picture,
  title,
  error,
  onUploaded,
  onRemove,
  onRepeated,
  onBusy,
}: LiveFieldProps) {
  return (
    <>
      <UploadField
        name="live"
        limit={limit}
        words={t.liveField}
        filled={Boolean(live)}
        error={error}
        look={nothing}
        onUploaded={onUploaded}
        onBusy={onBusy}
      >
        {live && (
          <>
            <LivePreview key={live.path} live={live} picture={picture} title={title} />
            <Proof live={live} draft={draft} onRepeated={onRepeated} />
            <p>
              <Button kind="text" onClick={onRemove}>
                {t.removeLive}
              </Button>
            </p>
          </>
        )}
      </UploadField>
      <details className={styles.rules}>
        <summary>{t.liveRules}</summary>
        <ul role="list">
          {t.liveSteps.map(({ text, code }) => (
            <li key={code}>
              {text} <code>{code}</code>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}
