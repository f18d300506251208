'use client'

import { tokenIdOf } from '@/lib/edition-number'
import { useFilms } from '../use-films'
import { FilmButton } from './film-button'

interface TokenFilmProps {
  artworkId: string
  edition: number
  title: string
}

/** The button that opens the film of an edition, once there is one. */
export function TokenFilm({ artworkId, edition, title }: TokenFilmProps) {
  const id = tokenIdOf(artworkId, edition)
  return <FilmButton film={useFilms([id], true).get(id)} title={title} />
}
