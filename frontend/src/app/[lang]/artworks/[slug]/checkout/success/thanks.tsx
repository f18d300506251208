'use client'

import { Share } from '@/features/artwork/ui/share'
import { Success } from '@/features/checkout/ui/success'
import { useBuyer } from '@/features/profile/use-buyer'

interface ThanksProps {
  lang: string
  artworkId: string
  artworkSlug: string
  /** Whether the page shows the edition that its address names. */
  live: boolean
  title: string
  /** What is said where the edition is shared. */
  text: string
}

/** Where the buyer and their purchase meet. */
export function Thanks({ title, text, ...work }: ThanksProps) {
  const { profile, identityUser } = useBuyer()
  return (
    <Success
      {...work}
      email={identityUser?.email ?? profile?.email ?? ''}
      share={(edition) => (
        <Share
          title={title}
          text={text}
          path={`/${work.lang}/artworks/${work.artworkSlug}/?edition=${edition}`}
        />
      )}
    />
  )
}
