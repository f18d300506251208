// Builds the pages of live works: one self-contained page per generator, live/<generator>.html. It needs nothing but Node.
//
// A page is the still's own code, the modules that it imports and live/src/runtime.js. It fetches nothing: its policy
// names the hash of its one script and allows no connection.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const content = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const imports = /^import \{([^}]*)\} from '([^']+)'\n/gm
const exported = /^export (?:async )?(?:const|let|function) (\w+)/gm

// A module becomes a function that returns its exports, so that names of two modules never collide.
async function collect(file, modules) {
  if (modules.has(file)) return
  modules.set(file, null)
  const text = await readFile(path.join(content, file), 'utf8')
  if (/^export (?!const|let|function|async function)/m.test(text) || /\bimport\(/.test(text)) throw new Error(`${file}: only named exports and plain imports are bundled`)
  const wanted = []
  for (const [, names, from] of text.matchAll(imports)) {
    const target = resolve(file, from)
    await collect(target, modules)
    wanted.push(`const {${names.replace(/ as /g, ': ')}} = ${name(target)}`)
  }
  const names = [...text.matchAll(exported)].map(([, found]) => found)
  const body = text.replace(imports, '').replace(/^export /gm, '').trim()
  // Deleted and set again, so that imported modules come before the ones that import them.
  modules.delete(file)
  modules.set(file, `const ${name(file)} = (() => {\n${wanted.map((line) => `${line}\n`).join('')}${body}\nreturn { ${names.join(', ')} }\n})()`)
}

// The runtime names modules from the content folder, other modules from their own.
const resolve = (file, from) =>
  file.startsWith('live/') && !from.startsWith('../') ? path.posix.normalize(from.startsWith('./lib/') ? `generators/${from}` : from) : path.posix.join(path.posix.dirname(file), from)

const name = (file) => `_${file.replace(/\.js$/, '').replace(/[^a-z0-9]+/gi, '_')}`

export async function livePage(generator) {
  const modules = new Map()
  const source = `generators/${generator}.js`
  await collect(source, modules)
  await collect('live/src/runtime.js', modules)
  const program = `'use strict'\n${[...modules.values()].join('\n')}\n${name('live/src/runtime.js')}.run(${name(source)})`
  if (program.includes('</script')) throw new Error(`${generator}: the program ends its own script`)
  const template = await readFile(path.join(content, 'live/src/page.html'), 'utf8')
  return template.replace('/*PROGRAM*/', () => program)
}

/** Writes the page of every generator, unless it is already there: an instance imports the folder again after each change. */
export async function writePages() {
  const generators = (await readdir(path.join(content, 'generators'))).filter((file) => file.endsWith('.js'))
  for (const generator of generators.map((file) => path.basename(file, '.js'))) {
    const file = path.join(content, 'live', `${generator}.html`)
    const page = await livePage(generator)
    if (page !== (await readFile(file, 'utf8').catch(() => ''))) await writeFile(file, page)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writePages()
