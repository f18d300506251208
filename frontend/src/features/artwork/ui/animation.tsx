'use client'

import { type ReactNode, useState } from 'react'
import * as t from '@/messages/artwork-film'
import { Button } from '@/ui/button'
import { useReducedMotion } from '@/ui/reduced-motion'
import styles from './film.module.css'

interface AnimationProps {
  /** The address of the animation. */
  src: string
  /** The still image, which visitors who prefer reduced motion see until they start the animation. */
  children: ReactNode
}

/** A picture that moves. It moves without scripts, too; everybody can stop it and start it again. */
export function Animation({ src, children }: AnimationProps) {
  const calm = useReducedMotion()
  const [chosen, setChosen] = useState<boolean>()
  const moves = chosen ?? !calm
  const media = chosen === undefined ? '(prefers-reduced-motion: no-preference)' : undefined
  return (
    <div className={styles.film} data-moving={moves ? '' : undefined}>
      <picture>
        {chosen !== false && <source srcSet={src} type="image/webp" media={media} />}
        {children}
      </picture>
      <fieldset className={styles.bar} aria-label={t.player}>
        <Button kind="text" className={styles.play} onClick={() => setChosen(!moves)}>
          {moves ? t.pause : t.play}
        </Button>
      </fieldset>
    </div>
  )
}
