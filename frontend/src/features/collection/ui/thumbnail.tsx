'use client'

import { Picture } from '@/ui/picture'
import { useArtworks } from '../use-artworks'
import styles from './thumbnail.module.css'

/** A small picture of an artwork, next to the history of one of its editions. */
export function Thumbnail({ artworkId }: { artworkId: string }) {
  const media = useArtworks([artworkId]).get(artworkId)?.media[0]
  return <span className={styles.thumbnail}>{media && <Picture media={media} sizes="6rem" />}</span>
}
