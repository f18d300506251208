'use client'

import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { Share } from '@/features/artwork/ui/share'
import { type Shown, Success } from '@/features/checkout/ui/success'
import { useBuyer } from '@/features/profile/use-buyer'
import { Unveiled } from '@/features/room/ui/unveiled'
import { tokenIdOf } from '@/lib/edition-number'
import { useWall } from '@/lib/use-wall'
import { success } from '@/messages/checkout'
import * as t from '@/messages/collection'
import { type PictureData, ratioOf } from '@/ui/picture-source'
import { museumLabel, Room } from '@/ui/room'
import { sizes } from './sizes'
import styles from './success.module.css'

/** Loads once the edition is there: it brings the code that requests the film. */
const TokenFilm = lazy(() =>
  import('@/features/collection/ui/token-film').then((module) => ({ default: module.TokenFilm })),
)
const EditionFace = lazy(() =>
  import('@/features/collection/ui/edition-face').then((module) => ({ default: module.EditionFace })),
)
/** Both load when the work hangs: they bring the code that reads and changes what is stored. */
const wallChoice = () => import('@/features/collection/ui/wall-choice')
const StoredWall = lazy(() => wallChoice().then((module) => ({ default: module.StoredWall })))
const WallChoice = lazy(() => wallChoice().then((module) => ({ default: module.WallChoice })))
const Sound = lazy(() => import('@/features/room/ui/sound').then((module) => ({ default: module.Sound })))

interface ThanksProps {
  lang: string
  artwork: { id: string; slug: string; title: string; media: PictureData[] }
  /** The text that is shared with an edition. */
  text: string
  artOrigin: string
  /** The sound of a live work. */
  recording?: string
  /** The work, unless it is live: all its editions look like it. */
  children: ReactNode
}

/** Joins the buyer's session with their purchase, and hangs the work. */
export function Thanks({ lang, artwork, text, artOrigin, recording, children }: ThanksProps) {
  const { profile, identityUser } = useBuyer()
  const { id, slug, title } = artwork
  const [media] = artwork.media
  const live = Boolean(media?.generatorPath)
  const page = `/${lang}/artworks/${slug}/`
  const face = (edition: number, first: boolean) =>
    children || (
      <Suspense>
        <EditionFace artwork={artwork} edition={edition} sizes={sizes(ratioOf(media))} first={first} />
      </Suspense>
    )
  return (
    <Success
      lang={lang}
      artworkId={id}
      artworkSlug={slug}
      live={live}
      email={identityUser?.email ?? profile?.email ?? ''}
      room={(shown) => (
        <Hung
          {...shown}
          artwork={artwork}
          artOrigin={artOrigin}
          recording={recording}
          face={(edition) => face(edition, true)}
        />
      )}
      picture={(edition) => <div className={styles.picture}>{face(edition, false)}</div>}
      film={(edition) => (
        <Suspense>
          <TokenFilm artworkId={id} edition={edition} title={title} />
        </Suspense>
      )}
      share={(edition) => <Share title={title} text={text} path={`${page}?edition=${edition}`} />}
      card={(edition) => <ShareCard src={`${page}share.jpg?edition=${edition}`} title={title} />}
    />
  )
}

interface HungProps extends Shown, Pick<ThanksProps, 'artwork' | 'artOrigin' | 'recording'> {
  face: (edition: number) => ReactNode
}

/** The work in its frame, on the wall that its owner chose, or one in its colours. */
function Hung({ artwork, artOrigin, recording, face, edition, stage, turn, onGrown, words }: HungProps) {
  const box = useRef<HTMLDivElement>(null)
  const [media] = artwork.media
  const token = edition === null ? null : tokenIdOf(artwork.id, edition)
  const [chosen, setChosen] = useState<string>()
  const wall = useWall(box, media?.color, chosen)
  const [tools, setTools] = useState(false)
  return (
    <Room wall={wall} hides={stage === 'whole' ? 'header' : 'all'} className={styles.room}>
      {token && stage === 'whole' && (
        <Suspense>
          <StoredWall tokenId={token} onWall={setChosen} />
        </Suspense>
      )}
      <Unveiled
        key={turn}
        artwork={artwork}
        edition={edition}
        artOrigin={artOrigin}
        stage={stage}
        onGrown={onGrown}
        box={box}
      >
        {edition !== null && face(edition)}
      </Unveiled>
      <div className={styles.foot} data-private>
        <div
          className={stage === 'whole' ? `${styles.words} ${museumLabel}` : styles.words}
          data-stage={stage}
        >
          {words}
          {recording && stage !== 'empty' && (
            <Suspense>
              <Sound key={turn} src={recording} starts={stage === 'growing'} />
            </Suspense>
          )}
          {token && stage === 'whole' && (
            <details onToggle={({ currentTarget }) => currentTarget.open && setTools(true)}>
              <summary>{t.more}</summary>
              {tools && (
                <Suspense>
                  <WallChoice tokenId={token} box={box} colour={media?.color} />
                </Suspense>
              )}
            </details>
          )}
        </div>
      </div>
    </Room>
  )
}

/** The share card of the edition, which can also be saved. Nothing until the card's picture is made. */
function ShareCard({ src, title }: { src: string; title: string }) {
  const [broken, setBroken] = useState(false)
  if (broken) return null
  return (
    <a href={src} download className={styles.card}>
      <img
        src={src}
        alt={success.shareCard(title)}
        width={1200}
        height={630}
        loading="lazy"
        onError={() => setBroken(true)}
      />
    </a>
  )
}
