'use client'

import { useArtworks } from '../use-artworks'
import { EditionFace } from './edition-face'
import styles from './thumbnail.module.css'

/** A small picture of an edition, next to its history. */
export function Thumbnail({ artworkId, edition }: { artworkId: string; edition: number }) {
  const artwork = useArtworks([artworkId]).get(artworkId)
  return (
    <span className={styles.thumbnail}>
      {artwork?.media[0] && <EditionFace artwork={artwork} edition={edition} sizes="6rem" />}
    </span>
  )
}
