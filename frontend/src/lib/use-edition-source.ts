'use client'

import { useQuery } from '@tanstack/react-query'
import { EditionsDocument } from '@/gen/graphql'
import { lazyClient } from './apollo/lazy-client'
import { drawingOrPlate, drawingPath, drawingUrl } from './drawing'
import { queryClient } from './query'
import { useConfig } from './use-config'

/** A work, as far as its editions' pictures depend on it. */
interface Work {
  id: string
  slug: string
  media: { generatorPath?: string | null }[]
}

/** How often, and at which interval in milliseconds, to look again for a drawing that isn't made yet. */
const tries = 10
const pause = 3000

const kept = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
}

/**
 * The server's drawing of an edition: its address, null if the server draws none, undefined while that isn't known. Meanwhile, and without it,
 * the edition is drawn here. Nothing is requested unless it is `wanted`.
 */
export function useDrawing(artworkId: string, number: number, wanted: boolean) {
  const { data: file, failureCount } = useQuery(
    {
      queryKey: ['drawing', artworkId, number],
      queryFn: ({ signal }) => readDrawing(artworkId, number, signal),
      enabled: wanted,
      retry: tries,
      retryDelay: pause,
      ...kept,
    },
    queryClient,
  )
  return { file, here: wanted && (file === null || failureCount > 0) }
}

/** The hash of an edition's token; undefined until it is read. Nothing is requested unless it is `wanted`. */
export const useEditionHash = (slug: string, number: number, wanted: boolean) =>
  useQuery(
    {
      queryKey: ['hash', slug, number],
      queryFn: () => readHash(slug, number),
      enabled: wanted,
      ...kept,
    },
    queryClient,
  ).data

/**
 * What an edition of a live work is shown from: the server's drawing, otherwise the work itself and the hash of the edition. Undefined for a
 * work whose editions look the same, and before the work is known. The hash is only read if it isn't given.
 */
export function useEditionSource(work: Work | undefined, number: number, known?: string) {
  const page = work?.media[0]?.generatorPath
  const { file, here } = useDrawing(work?.id ?? '', number, Boolean(page))
  const hash = useEditionHash(work?.slug ?? '', number, here && known === undefined)
  const artOrigin = useConfig()?.artOrigin
  if (!page) return undefined
  return {
    number,
    file,
    ...(here && artOrigin && { src: new URL(page, artOrigin).href, hash: known ?? hash }),
  }
}

/**
 * The address of the picture of a live work's edition, which the catalog draws when it is first requested. Null if the catalog draws no
 * editions. Rejects while the picture isn't drawn yet.
 */
async function readDrawing(artworkId: string, edition: number, signal: AbortSignal) {
  // Its plate isn't an error, which browsers would print.
  const path = drawingOrPlate(artworkId, edition)
  const response = await fetch(path, { method: 'HEAD', signal })
  if (!response.ok) throw new Error(`${path} responded with ${response.status}`)
  if (response.headers.has('etag')) return drawingUrl(drawingPath(artworkId, edition), response)
  if (response.headers.has('retry-after')) throw new Error(`${path} is being drawn`)
  return null
}

/** The hash of an edition's token. */
async function readHash(slug: string, number: number) {
  const { data } = await (await lazyClient()).query({
    query: EditionsDocument,
    variables: { slug, from: number },
  })
  const edition = data?.artwork?.editions?.find((known) => known.number === number)
  if (!edition) throw new Error(`${slug} has no edition ${number}`)
  return edition.hash
}
