import type { CSSProperties } from 'react'
import styles from './picture.module.css'
import { type PictureData, type Shown, shownOf } from './picture-source'
import { VisuallyHidden } from './visually-hidden'

interface Place {
  /** The value of the sizes attribute. */
  sizes: string
  /** The page's main image: loaded eagerly with high priority. */
  first?: boolean
  /** Empty if a caption next to it already names the work. */
  alt?: string
  className?: string
}

/** A work in its own proportions. Its space is reserved and tinted before it loads. */
export function Picture({ media, ...place }: Place & { media: PictureData | undefined }) {
  return <ShownPicture picture={shownOf(media)} {...place} />
}

/** An image from the reduced fields only. */
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
      data-tiles={picture.tiles}
    />
  )
}
