import type { CSSProperties, HTMLAttributes, ReactNode, Ref } from 'react'
import styles from './room.module.css'

interface RoomProps extends HTMLAttributes<HTMLDivElement> {
  /** The colour of the wall and of the words on it. */
  wall: { wall: string; ink: string }
  /** What is hidden of the site around it, as long as scripts run: `all` of it, its `header`, or nothing. */
  hides?: 'all' | 'header'
  ref?: Ref<HTMLDivElement>
}

/** A wall in a strong colour. Everything on it takes its colours from the wall. */
export function Room({ wall: { wall, ink }, hides, className, ...rest }: RoomProps) {
  return (
    <div
      {...rest}
      className={[styles.room, className].filter(Boolean).join(' ')}
      style={{ '--room-wall': wall, '--room-ink': ink } as CSSProperties}
      data-room={hides ?? ''}
    />
  )
}

interface FrameProps {
  /** The width of the work divided by its height. */
  ratio: number
  /** Whether the work has a row of buttons below it, as a film has. */
  bar?: boolean
  /** Whether a line of text hangs below the frame. */
  labelled?: boolean
  /** Where the work is sampled for the colour of the wall. */
  ref?: Ref<HTMLDivElement>
  /** The work; nothing hangs in an empty frame. */
  children?: ReactNode
}

/** A frame on its nail, as large as the space around it allows. It keeps its size whether a work hangs in it or not. */
export function Frame({ ratio, bar = false, labelled = false, ref, children }: FrameProps) {
  return (
    <div className={styles.hall}>
      <div
        className={styles.frame}
        style={{ '--ratio': ratio } as CSSProperties}
        data-bar={bar || undefined}
        data-labelled={labelled || undefined}
      >
        <div ref={ref} className={styles.inside}>
          {children}
        </div>
      </div>
    </div>
  )
}

/** The class of a museum label: a card of paper, whatever the wall. */
export const museumLabel = styles.label
