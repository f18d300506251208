import type { RefObject } from 'react'
import type { Draft } from '../model'
import styles from './studio.module.css'

interface PlayerProps {
  film: NonNullable<Draft['film']>
  picture: Draft['picture']
  label: string
  ref?: RefObject<HTMLVideoElement | null>
}

/** A film or a recording with the browser's own controls. */
export function Player({ film, picture, label, ref }: PlayerProps) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: works have no captions
    <video // oxlint-disable-line jsx-a11y/media-has-caption
      ref={ref}
      className={styles.player}
      src={film.url ?? undefined}
      poster={picture?.renditions.at(-1)?.url}
      width={film.width || picture?.width || 1280}
      height={film.height || picture?.height || 720}
      aria-label={label}
      controls
      playsInline
      preload="metadata"
    />
  )
}
