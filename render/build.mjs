// Bundles the program and the children it starts. Libraries that have other files stay outside. Files that are already right aren't written,
// because a program may be running from them.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { makeFonts } from './fonts.mjs'

const { outputFiles } = await build({
  write: false,
  entryPoints: ['src/main.ts', 'src/child.ts', 'src/program.ts'],
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  target: 'node20.9',
  format: 'esm',
  // A child for pictures doesn't load what opens pages.
  splitting: true,
  external: ['sharp', 'puppeteer-core', '@sparticuz/chromium', '@myriaddreamin/typst-ts-node-compiler'],
  loader: { '.html': 'text' },
  sourcemap: true,
  logLevel: 'warning',
  // Bundled CommonJS modules call require.
  banner: { js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);" },
})

mkdirSync('dist/templates', { recursive: true })
const templates = readdirSync('templates').map((name) => ({
  path: join('dist/templates', name),
  contents: readFileSync(join('templates', name)),
}))
for (const { path, contents } of [...outputFiles, ...templates]) {
  if (existsSync(path) && readFileSync(path).equals(contents)) continue
  writeFileSync(`${path}.new`, contents)
  renameSync(`${path}.new`, path)
}
makeFonts('dist/fonts')
const names = new Set(['templates', 'fonts', ...outputFiles.map(({ path }) => basename(path))])
for (const name of readdirSync('dist')) if (!names.has(name)) rmSync(join('dist', name), { recursive: true })
