import { queryOptions } from '@tanstack/react-query'
import { api, dataOf, type Schemas } from '@/lib/api/client'
import { polled } from '@/lib/query'

export type CollectionImport = Schemas['CollectionImport']
export type ImportCheck = Schemas['ImportCheck']
export type FileReport = Schemas['ImportFileReport']

/** The two files of a collection. */
export const fileKinds = ['artists', 'artworks'] as const
export type FileKind = (typeof fileKinds)[number]

/** The columns of the files that staff chose, by the catalog's. */
export type Chosen = Record<FileKind, Record<string, string>>

export const importsHref = (lang: string) => `/${lang}/profile/desk/content/imports/`
export const importHref = (lang: string, id: string) => `${importsHref(lang)}${id}/`

export const importsQuery = queryOptions({
  queryKey: ['content', 'imports'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/desk/imports', { signal })),
})

export const importQuery = (id: string) =>
  polled({
    queryKey: ['content', 'imports', id],
    queryFn: (signal) => dataOf(api.GET('/api/desk/imports/{id}', { params: { path: { id } }, signal })),
    every: (last) => (last?.state === 'running' ? 1000 : false),
  })

/** A file as it is sent: compressed if the browser can do that. */
export async function packed(file: File): Promise<Blob> {
  if (typeof CompressionStream === 'undefined' || /\.gz$/i.test(file.name)) return file
  return new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob()
}

const base64 = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })

/** Stores both files under a new id and checks them. Throws ApiError 422 invalid with the field. */
export const checkFiles = async (
  id: string,
  name: string,
  files: Record<FileKind, { name: string; content: Blob }>,
) => {
  const [artists, artworks] = await Promise.all(
    fileKinds.map(async (kind) => ({ name: files[kind].name, content: await base64(files[kind].content) })),
  )
  return dataOf(
    api.PUT('/api/desk/imports/{id}', { params: { path: { id } }, body: { name, artists, artworks } }),
  )
}

/** Checks the stored files again, with other columns. */
export const checkColumns = (id: string, name: string, chosen: Chosen) =>
  dataOf(
    api.PUT('/api/desk/imports/{id}', {
      params: { path: { id } },
      body: { name, columns: { artists: listed(chosen.artists), artworks: listed(chosen.artworks) } },
    }),
  )

const listed = (columns: Record<string, string>) =>
  Object.entries(columns).flatMap(([name, from]) => (from ? [{ name, from }] : []))

/** Starts the import. It can be repeated. */
export const startImport = (id: string, allowRemovals: boolean) =>
  dataOf(api.POST('/api/desk/imports/{id}/start', { params: { path: { id } }, body: { allowRemovals } }))

/** The columns that a check read. */
export const chosenOf = ({ artists, artworks }: ImportCheck): Chosen => {
  const of = ({ columns }: FileReport) => Object.fromEntries(columns.map(({ name, from }) => [name, from]))
  return { artists: of(artists), artworks: of(artworks) }
}

export const isSame = (a: Chosen, b: Chosen) =>
  fileKinds.every((kind) =>
    [...new Set([...Object.keys(a[kind]), ...Object.keys(b[kind])])].every(
      (name) => (a[kind][name] ?? '') === (b[kind][name] ?? ''),
    ),
  )
