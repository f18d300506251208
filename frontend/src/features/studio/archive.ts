import type { ArchivedWorksQuery, StudioArchiveMoreQuery, StudioArchiveQuery } from '@/gen/graphql'
import { type Entry, extensionOf, record, type Source } from '@/lib/archive/pack'

type Studio = NonNullable<StudioArchiveQuery['studio']>
type More = NonNullable<StudioArchiveMoreQuery['studio']>['drafts'][number]
type Draft = Studio['drafts'][number] & Partial<More>

/** The studio of an artist. Its drafts come in two parts, because one query may not cost as much. */
export type Whole = Omit<Studio, 'drafts'> & { drafts: Draft[] }

export const merged = (studio: Studio, more: More[]): Whole => ({
  ...studio,
  drafts: studio.drafts.map((draft) => ({ ...draft, ...more.find(({ id }) => id === draft.id) })),
})

export type Work = ArchivedWorksQuery['artworks']['items'][number]
type Media = Work['media'][number]

/** How files of an artist are read. */
export interface ArtistSource extends Source {
  /** The address of an original, or null for a work without a separate one. */
  original: (artworkId: string) => Promise<string | null>
  /** The address of the file that was uploaded as a draft's picture or film, or null. */
  draftOriginal: (draftId: string, film: boolean) => Promise<string | null>
}

/** The address of the largest public file of a medium here: pages read nothing from other origins, whose address is in work.json. */
const largest = (media: Media) => media.url ?? media.renditions.at(-1)?.url ?? null

/** All files of an artist's archive, in its order. Years are those with statements. */
export function entriesOf(
  source: ArtistSource,
  { artist, drafts }: Whole,
  works: Work[],
  years: number[],
): Entry[] {
  const file = (name: string, path: string): Entry => ({
    name,
    read: async (signal) => ({ content: await source.open(path, signal), extension: extensionOf(path) }),
  })
  const media = (name: string, of: Media | null): Entry[] => {
    const path = of && largest(of)
    return path ? [file(name, path)] : []
  }
  const signed = (name: string, address: () => Promise<string | null>): Entry => ({
    name,
    read: async (signal) => {
      const path = await address()
      return path ? { content: await source.open(path, signal), extension: extensionOf(path) } : null
    },
  })
  const statements = ['all', ...years].flatMap((period) =>
    ['pdf', 'csv'].map((format): Entry => {
      const name = `${period}.${format}`
      return {
        name: `statements/${name}`,
        read: async (signal) => ({ content: await source.own(`/api/statements/${name}`, signal) }),
      }
    }),
  )
  const shown = new Set(works.map(({ id }) => id))
  return [
    record('artist.json', artist),
    ...media('portrait', artist.portrait),
    ...works.flatMap((work) => {
      const folder = `works/${work.slug}`
      return [
        record(`${folder}/work.json`, work),
        signed(`${folder}/original`, () => source.original(work.id)),
        ...work.media.flatMap((medium, i) => media(`${folder}/media-${i + 1}`, medium)),
      ]
    }),
    ...drafts.flatMap((draft) => {
      const folder = `drafts/${draft.id}`
      const accepted = draft.artworkId && !shown.has(draft.artworkId)
      return [
        record(`${folder}/draft.json`, draft),
        ...media(`${folder}/picture`, draft.picture),
        ...(draft.live?.file ? [file(`${folder}/live`, draft.live.file)] : []),
        ...(draft.film?.url ? [file(`${folder}/film`, draft.film.url)] : []),
        // The files as they were uploaded. An address is valid for a short time, so each is read when its turn comes.
        ...(draft.picture
          ? [signed(`${folder}/picture-original`, () => source.draftOriginal(draft.id, false))]
          : []),
        ...(draft.film
          ? [signed(`${folder}/film-original`, () => source.draftOriginal(draft.id, true))]
          : []),
        // Accepted, and not on the site yet.
        ...(accepted ? [signed(`${folder}/original`, () => source.original(draft.artworkId as string))] : []),
      ]
    }),
    ...statements,
  ]
}
