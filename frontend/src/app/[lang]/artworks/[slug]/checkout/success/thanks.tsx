'use client'

import { lazy, Suspense, useState } from 'react'
import { Share } from '@/features/artwork/ui/share'
import { Success } from '@/features/checkout/ui/success'
import { useBuyer } from '@/features/profile/use-buyer'
import { success } from '@/messages/checkout'
import styles from './success.module.css'

/** Loads once the edition is there: it brings the code that requests the film. */
const TokenFilm = lazy(() =>
  import('@/features/collection/ui/token-film').then((module) => ({ default: module.TokenFilm })),
)

interface ThanksProps {
  lang: string
  artworkId: string
  artworkSlug: string
  /** Whether the page shows the edition in its address. */
  live: boolean
  title: string
  /** The text that is shared with an edition. */
  text: string
}

/** Joins the buyer's session with their purchase. */
export function Thanks({ title, text, ...work }: ThanksProps) {
  const { profile, identityUser } = useBuyer()
  return (
    <Success
      {...work}
      email={identityUser?.email ?? profile?.email ?? ''}
      film={(edition) => (
        <Suspense>
          <TokenFilm artworkId={work.artworkId} edition={edition} title={title} />
        </Suspense>
      )}
      share={(edition) => {
        const page = `/${work.lang}/artworks/${work.artworkSlug}/`
        return <Share title={title} text={text} path={`${page}?edition=${edition}`} />
      }}
      card={(edition) => (
        <ShareCard
          src={`/${work.lang}/artworks/${work.artworkSlug}/share.jpg?edition=${edition}`}
          title={title}
        />
      )}
    />
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
