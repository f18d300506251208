import type { CSSProperties } from 'react'
import styles from './picture.module.css'
import { type PictureData, stillOf } from './picture-source'
import { VisuallyHidden } from './visually-hidden'

interface PictureProps {
  media: PictureData | undefined
  /** How wide it will stand, in the words of the sizes attribute. */
  sizes: string
  /** The picture that the page is about: loaded first, not lazily. */
  first?: boolean
  /** Empty where a caption beside it already names the work. */
  alt?: string
  className?: string
}

/** A work in its own proportions: its place is kept and tinted before it arrives. */
export function Picture({ media, sizes, first = false, alt, className }: PictureProps) {
  const still = media && stillOf(media)
  const style: CSSProperties = {}
  if (media?.color) style.backgroundColor = media.color
  if (media?.blur) style.backgroundImage = `url(${media.blur})`
  const classes = [styles.picture, className].filter(Boolean).join(' ')
  if (!still) {
    return (
      <span className={classes} style={{ ...style, aspectRatio: '1' }}>
        <VisuallyHidden>{alt ?? media?.alt ?? 'No picture'}</VisuallyHidden>
      </span>
    )
  }
  return (
    <img
      src={still.src}
      srcSet={still.srcSet}
      sizes={still.srcSet && (first ? sizes : `auto, ${sizes}`)}
      width={still.width}
      height={still.height}
      alt={alt ?? media.alt}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding={first ? 'auto' : 'async'}
      className={classes}
      style={style}
    />
  )
}
