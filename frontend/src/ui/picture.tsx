import type { CSSProperties } from 'react'
import styles from './picture.module.css'
import { type PictureData, type Shown, shownOf } from './picture-source'
import { VisuallyHidden } from './visually-hidden'

interface Place {
  /** How wide it will stand, in the words of the sizes attribute. */
  sizes: string
  /** The picture that the page is about: loaded first, not lazily. */
  first?: boolean
  /** Empty where a caption beside it already names the work. */
  alt?: string
  className?: string
}

/** A work in its own proportions: its place is kept and tinted before it arrives. */
export function Picture({ media, ...place }: Place & { media: PictureData | undefined }) {
  return <ShownPicture picture={shownOf(media)} {...place} />
}

/** A picture of which only what is shown is at hand. */
export function ShownPicture({
  picture,
  sizes,
  first = false,
  alt = picture.alt,
  className,
}: Place & { picture: Shown }) {
  const style: CSSProperties = {}
  if (picture.color) style.backgroundColor = picture.color
  if (picture.blur) style.backgroundImage = `url(${picture.blur})`
  const classes = [styles.picture, className].filter(Boolean).join(' ')
  if (!picture.src) {
    return (
      <span className={classes} style={{ ...style, aspectRatio: '1' }}>
        <VisuallyHidden>{alt}</VisuallyHidden>
      </span>
    )
  }
  return (
    <img
      src={picture.src}
      srcSet={picture.srcSet}
      sizes={picture.srcSet && (first ? sizes : `auto, ${sizes}`)}
      width={picture.width}
      height={picture.height}
      alt={alt}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding={first ? 'auto' : 'async'}
      className={classes}
      style={style}
    />
  )
}
