'use client'

import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { whenIdle } from '@/lib/idle'
import * as t from '@/messages/favorite'
import { useFavorite } from '../use-favorite'
import styles from './favorite-button.module.css'
import { HeartIcon } from './heart-icon'

/** The places that wait for a heart: `<span data-heart={id} data-title={title} />`. Their CSS reserves its room. */
const places = () => [...document.querySelectorAll<HTMLElement>('[data-heart]')]

const isSame = (a: HTMLElement[], b: HTMLElement[]) =>
  a.length === b.length && a.every((one, i) => one === b[i])

/** Saves a work from wherever it is shown. The cards have only empty places, so no page waits for this code. */
export function CardHearts() {
  const [found, setFound] = useState<HTMLElement[]>([])
  const [failed, setFailed] = useState('')
  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      setFound((before) => {
        const now = places()
        return isSame(before, now) ? before : now
      })
    }
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(look)
    }
    const observer = new MutationObserver(soon)
    // What is still to be hydrated comes first.
    const stop = whenIdle(() => {
      look()
      observer.observe(document.body, { childList: true, subtree: true })
    }, 1500)
    return () => {
      stop()
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [])
  return (
    <>
      {found.map((place, i) => {
        const { heart: id = '', title = '' } = place.dataset
        return createPortal(<Heart id={id} title={title} onProblem={setFailed} />, place, `${i} ${id}`)
      })}
      {failed && (
        <div role="alert" className={styles.alert}>
          {failed}
        </div>
      )}
    </>
  )
}

function Heart({ id, title, onProblem }: { id: string; title: string; onProblem: (words: string) => void }) {
  const { on, toggle } = useFavorite({ kind: 'artwork', id }, () => onProblem(t.notKept))
  return (
    <button
      type="button"
      className={styles.alone}
      aria-pressed={on}
      aria-label={t.save.label(title)}
      onClick={() => {
        onProblem('')
        void toggle()
      }}
    >
      <HeartIcon />
    </button>
  )
}
