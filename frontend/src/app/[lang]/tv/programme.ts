import { listArtworks } from '@/features/artwork/data'

/** The newest works that move, films before code. */
export async function movingWorks() {
  const categories = [['video'], ['interactive'], ['generative', '3d', 'audio']]
  const pages = await Promise.all(
    categories.map((category) => listArtworks({ filter: { category }, sort: 'NEWEST' })),
  )
  return pages.flatMap(({ items }) => items).filter(({ media: [face] }) => face && face.kind !== 'IMAGE')
}
