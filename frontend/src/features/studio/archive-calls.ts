import {
  ArchivedWorksDocument,
  StudioArchiveDocument,
  StudioArchiveMoreDocument,
  StudioDraftOriginalDocument,
  StudioOriginalDocument,
} from '@/gen/graphql'
import { api, dataOf } from '@/lib/api/client'
import { browserClient } from '@/lib/apollo/browser'
import { chooseFile as choose, source, writeArchive } from '@/lib/archive/browser'
import { type Outcome, type Progress, pack } from '@/lib/archive/pack'
import * as t from '@/messages/archive'
import { entriesOf, merged, type Work } from './archive'

const kind = 'works'

export const chooseFile = (now: Date) => choose(kind, now)

const asPerson = { fetchPolicy: 'no-cache', context: { signedIn: true } } as const

async function original(artworkId: string): Promise<string | null> {
  const { data } = await browserClient().query({
    ...asPerson,
    query: StudioOriginalDocument,
    variables: { artworkId },
  })
  return data?.studio?.original ?? null
}

async function draftOriginal(draftId: string, film: boolean): Promise<string | null> {
  const { data } = await browserClient().query({
    ...asPerson,
    query: StudioDraftOriginalDocument,
    variables: { draftId, film },
  })
  return data?.studio?.draftOriginal ?? null
}

async function readWorks(artist: string): Promise<Work[]> {
  const works: Work[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const { data } = await browserClient().query({
      query: ArchivedWorksDocument,
      fetchPolicy: 'no-cache',
      variables: { artist, page },
    })
    works.push(...(data?.artworks.items ?? []))
    last = data?.artworks.pageCount ?? 0
  }
  return works
}

/** The years from the artist's first sale to now. */
async function yearsOf(now: Date): Promise<number[]> {
  const read = (page: number) => dataOf(api.GET('/api/sales', { params: { query: { page } } }))
  const newest = await read(1)
  const { items } = newest.pageCount > 1 ? await read(newest.pageCount) : newest
  const first = items.at(-1)
  if (!first) return []
  const from = new Date(first.soldAt).getUTCFullYear()
  return Array.from({ length: now.getUTCFullYear() - from + 1 }, (_, i) => from + i)
}

/** Reads everything of the caller's artist and saves it as one file. */
export async function saveArchive(
  file: FileSystemFileHandle | null,
  now: Date,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Outcome> {
  const [{ data }, { data: more }] = await Promise.all([
    browserClient().query({ ...asPerson, query: StudioArchiveDocument }),
    browserClient().query({ ...asPerson, query: StudioArchiveMoreDocument }),
  ])
  if (!data?.studio) throw new Error('the account is not linked to an artist')
  const studio = merged(data.studio, more?.studio?.drafts ?? [])
  const [works, years] = await Promise.all([readWorks(studio.artist.id), yearsOf(now)])
  signal.throwIfAborted()
  const { zip, outcome } = pack({
    entries: entriesOf({ ...source, original, draftOriginal }, studio, works, years),
    readme: (missing, absent) =>
      t.artistReadme({
        name: studio.artist.name,
        date: now.toISOString().slice(0, 10),
        site: location.origin,
        works: works.length,
        drafts: studio.drafts.length,
        missing,
        absent,
      }),
    now,
    signal,
    onProgress,
  })
  await writeArchive(zip, file, kind, now, signal)
  return outcome
}
