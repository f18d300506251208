'use client'

import { Thumbnail } from '@/features/collection/ui/thumbnail'
import { useCollection } from '@/features/collection/use-collection'
import { Settings } from '@/features/collector/ui/settings'

/** The caller's public page, with the works of their collection to choose from. */
export function PublicPage({ lang }: { lang: string }) {
  const { tokens, artworks, problem, reload } = useCollection()
  const holdings = tokens?.map((token) => ({
    tokenId: token.tokenId,
    title: artworks.get(token.artworkId)?.title ?? token.artworkTitle,
    artist: artworks.get(token.artworkId)?.artist.name ?? token.artistName,
    edition: token.editionNumber,
    editionSize: token.editionSize,
    inWallet: token.location === 'wallet',
  }))
  return (
    <Settings
      lang={lang}
      holdings={holdings ?? null}
      problem={problem}
      reload={() => void reload()}
      thumbnail={(tokenId) => {
        const token = tokens?.find((held) => held.tokenId === tokenId)
        return token && <Thumbnail artworkId={token.artworkId} edition={token.editionNumber} />
      }}
    />
  )
}
