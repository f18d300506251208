// Reads what the tools need of the artworks in the content folder.
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseDocument } from 'yaml'

export const content = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

export async function readEntry(file) {
  const text = await readFile(file, 'utf8')
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text)
  if (!match) throw new Error(`${file}:1: no front matter`)
  return { file, doc: parseDocument(match[1]), body: match[2] }
}

export async function readWorks() {
  const dir = path.join(content, 'artworks')
  const files = (await readdir(dir)).filter((name) => name.endsWith('.md'))
  return (await Promise.all(files.map((name) => readEntry(path.join(dir, name))))).sort((a, b) => a.doc.get('id') - b.doc.get('id'))
}

// Returns what the catalog puts into a live work's page: the recipe of its first media entry, and the size of its still.
export function liveWork(entry) {
  const face = entry.doc.getIn(['media', 0])
  if (face?.get('kind') !== 'generator') return null
  const { generator, seed, params } = face.get('recipe').toJSON()
  const work = { seed, width: face.get('width'), height: face.get('height') }
  if (params) work.params = params
  const editions = entry.doc.get('editionSize')
  return { id: entry.doc.get('id'), title: entry.doc.get('title'), editions, generator, work, name: path.basename(entry.file, '.md') }
}

export async function readLiveWorks() {
  return (await readWorks()).map(liveWork).filter(Boolean)
}
