// Bundles the program and the children it starts. Libraries with files of their own stay outside.
import { rmSync } from 'node:fs'
import { build } from 'esbuild'

rmSync('dist', { recursive: true, force: true })
await build({
  entryPoints: ['src/main.ts', 'src/child.ts', 'src/program.ts'],
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  target: 'node20.9',
  format: 'esm',
  // A child for pictures doesn't load what opens pages.
  splitting: true,
  external: ['sharp', 'puppeteer-core', '@sparticuz/chromium'],
  loader: { '.html': 'text' },
  sourcemap: true,
  logLevel: 'warning',
  // Bundled CommonJS modules call require.
  banner: { js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);" },
})
