import { type ArtworkFilter, FollowedWorksDocument, type FollowedWorksQuery } from '@/gen/graphql'
import { lazyClient } from '@/lib/apollo/lazy-client'

type FeedWork = FollowedWorksQuery['artworks']['items'][number]

/** How many works are shown. */
const most = 6
/** The maximum number of artists in a filter. */
const mostArtists = 100
/** Each curator is a query. */
const mostCurators = 10

/** The newest works of several lists, without duplicates. */
export function newestOf<Work extends Pick<FeedWork, 'id' | 'publishedAt'>>(
  lists: readonly (readonly Work[])[],
  count = most,
): Work[] {
  const works = new Map(lists.flat().map((work) => [work.id, work]))
  const at = ({ publishedAt }: Work) => (publishedAt ? new Date(publishedAt).getTime() : 0)
  return [...works.values()].sort((a, b) => at(b) - at(a)).slice(0, count)
}

/** The newest works by these artists, or chosen by these curators. */
export async function readFeed(artists: string[], curators: string[]): Promise<FeedWork[]> {
  const client = await lazyClient()
  const filters: ArtworkFilter[] = curators.slice(0, mostCurators).map((curator) => ({ curator }))
  if (artists.length > 0) filters.push({ artists: artists.slice(0, mostArtists) })
  const lists = await Promise.all(
    filters.map((filter) => client.query({ query: FollowedWorksDocument, variables: { filter } })),
  )
  return newestOf(lists.map(({ data }) => data?.artworks.items ?? []))
}
