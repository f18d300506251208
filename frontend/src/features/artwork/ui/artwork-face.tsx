import { Picture } from '@/ui/picture'
import { type PictureData, ratioOf } from '@/ui/picture-source'
import type { Editions } from '../live-editions'
import { Animation, Film, LiveWork } from './moving'

interface FaceProps {
  media: PictureData | undefined
  title: string
  artOrigin: string
  first?: boolean
  /** For a live work: its editions, to step through. */
  editions?: Editions
  /** For a live work without its editions: the hash of the one that runs. */
  seed?: string
  /** For a live work: show only the edition in the address. */
  fixed?: boolean
  /** For a film: the page that follows at its end. */
  next?: string
  /** For a film: it is an audio recording. */
  sound?: boolean
  /** The value of the sizes attribute, if it is smaller than on its page. */
  sizes?: string
}

const usual = '(width >= 1500px) 57rem, (width >= 1024px) 63vw, (width >= 600px) 90vw, 88.5vw'

/** A work's picture, film or running code. */
export function Face({
  media,
  title,
  artOrigin,
  first,
  editions,
  seed,
  fixed,
  next,
  sound,
  sizes = usual,
}: FaceProps) {
  const picture = <Picture media={media} sizes={sizes} first={first} />
  if (media?.kind === 'VIDEO' && media.url) {
    return (
      <Film
        src={media.url}
        poster={media.poster ?? undefined}
        width={media.width ?? 1920}
        height={media.height ?? 1080}
        label={media.alt || title}
        next={next}
        sound={sound}
      />
    )
  }
  if (media?.kind === 'GENERATOR' && media.generatorPath) {
    return (
      <LiveWork
        src={new URL(media.generatorPath, artOrigin).href}
        title={title}
        ratio={ratioOf(media)}
        editions={editions}
        seed={seed}
        fixed={fixed}
      >
        {picture}
      </LiveWork>
    )
  }
  if (media?.animation) {
    return <Animation src={media.animation.url}>{picture}</Animation>
  }
  return picture
}
