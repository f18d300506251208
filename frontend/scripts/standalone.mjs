// The standalone server does not carry its static files; this puts them beside it, scripts and styles in Brotli too, which the gateway
// asks for. It takes seconds at the highest quality, so it is done once here.
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

await cp('.next/static', '.next/standalone/.next/static', { recursive: true })
await cp('public', '.next/standalone/public', { recursive: true })

const files = '.next/standalone/.next/static'
for (const name of await readdir(files, { recursive: true })) {
  if (!/\.(js|css)$/.test(name)) continue
  const plain = await readFile(join(files, name))
  const small = await promisify(brotliCompress)(plain)
  if (small.length < plain.length) await writeFile(join(files, `${name}.br`), small)
}
