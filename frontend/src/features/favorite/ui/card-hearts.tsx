'use client'

import { useState } from 'react'
import { createPortal } from 'react-dom'
import { usePlaces } from '@/lib/use-places'
import * as t from '@/messages/favorite'
import { useFavorite } from '../use-favorite'
import styles from './favorite-button.module.css'
import { HeartIcon } from './heart-icon'

/** Places for hearts: `<span data-heart={id} data-title={title} />`. Their CSS reserves their space. */
const places = '[data-heart]'

/** Saves a work from any page. The cards only have empty placeholders, so that no page waits for this code. */
export function CardHearts() {
  const found = usePlaces(places)
  const [failed, setFailed] = useState('')
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
