'use client'

import { type CSSProperties, type RefObject, useEffect, useId } from 'react'
import { wordsOf } from '@/lib/api/error'
import { useRead } from '@/lib/query'
import { useColours } from '@/lib/use-wall'
import { nameOf, wallsOf } from '@/lib/walls'
import * as t from '@/messages/wall-choice'
import { Failure } from '@/ui/failure'
import { VisuallyHidden } from '@/ui/visually-hidden'
import { useWallChoice, useWalls, wallsQuery } from '../walls'
import styles from './wall-choice.module.css'

interface WallChoiceProps {
  tokenId: string
  /** The element with the picture whose colours are offered. */
  box: RefObject<HTMLElement | null>
  /** The colour of the picture, for one that can't be read. */
  colour: string | null | undefined
}

/** A row of walls in the colours of a work. The choice is saved immediately. */
export function WallChoice({ tokenId, box, colour }: WallChoiceProps) {
  const name = useId()
  const { data, problem, read } = useRead(wallsQuery)
  const choice = useWallChoice(tokenId)
  const found = useColours(box)
  if (!data) return problem ? <Failure problem={problem} retry={read} /> : <p aria-busy="true">{t.loading}</p>
  const chosen = data.get(tokenId) ?? ''
  const offered = named(wallsOf(found ?? (colour ? [colour] : []), chosen))
  return (
    <fieldset className={styles.walls}>
      <legend>{t.wall}</legend>
      <label>
        <input type="radio" name={name} checked={chosen === ''} onChange={() => choice.mutate('')} />
        <span className={styles.automatic}>{t.automatic}</span>
      </label>
      <div className={styles.colours}>
        {offered.map(({ wall, label }) => (
          <label key={wall} title={label}>
            <input type="radio" name={name} checked={chosen === wall} onChange={() => choice.mutate(wall)} />
            <span className={styles.swatch} style={{ '--swatch': wall } as CSSProperties} />
            <VisuallyHidden>{label}</VisuallyHidden>
          </label>
        ))}
      </div>
      {choice.error && <p role="alert">{wordsOf(choice.error)}</p>}
    </fieldset>
  )
}

interface StoredWallProps {
  tokenId: string
  onWall: (wall: string | undefined) => void
}

/** Reports the wall that the owner chose, also when it changes. */
export function StoredWall({ tokenId, onWall }: StoredWallProps) {
  const wall = useWalls().get(tokenId)
  useEffect(() => onWall(wall), [wall, onWall])
  return null
}

/** Walls with their names, each used once. */
function named(walls: string[]) {
  const used = new Map<string, number>()
  return walls.map((wall) => {
    const known = nameOf(wall)
    const first = t.nameOf(known, 1)
    const number = (used.get(first) ?? 0) + 1
    used.set(first, number)
    return { wall, label: t.nameOf(known, number) }
  })
}
