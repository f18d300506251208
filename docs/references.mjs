// References to tests in Markdown, as docs/check-spec.mjs and docs/check-asvs.mjs read them:
// `path_test.go:TestName`, with /subtest if there is one, `path.t.sol:test_Name`, or `path.test.ts: words of the title`.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const texts = new Map()

/** The text of a file of the repository, or null. */
export function read(path) {
  if (!texts.has(path)) texts.set(path, existsSync(root + path) ? readFileSync(root + path, 'utf8') : null)
  return texts.get(path)
}

/** Whether the repository has a file or folder. */
export const exists = (path) => existsSync(root + path)

/** The references to tests in a cell of a table. */
export const referencesIn = (cell) =>
  [...cell.matchAll(/`([^`]+(?:_test\.go:|\.t\.sol:|\.(?:spec|test)\.tsx?: )[^`]+)`/g)].map(([, text]) => text)

/** Why a reference is wrong, or undefined. */
export function wrong(reference) {
  const code = /^(\S+(?:_test\.go|\.t\.sol)):(.+)$/.exec(reference)
  const web = /^(\S+\.(?:spec|test)\.tsx?): (.+)$/.exec(reference)
  const [, path, name] = code ?? web ?? [null, reference]
  const text = read(path)
  if (text === null) return 'names a file that does not exist'
  if (web) return text.includes(name) ? undefined : `names a title that ${path} does not have`
  const [test, ...sub] = name.split('/')
  const declared = path.endsWith('.go') ? `^func ${test}\\(\\w+ \\*testing\\.[TF]\\)` : `^\\s*function ${test}\\(`
  if (!new RegExp(declared, 'm').test(text)) return `names a test that ${path} does not have`
  if (sub.length > 0 && !text.includes(`"${sub.join('/')}"`)) return `names a subtest that ${path} does not have`
}
