// The standalone server does not carry its static files; this puts them beside it and makes them ready to be sent: the scripts that a
// page starts with are marked to be compiled as they arrive, and scripts and styles lie there in Brotli too, which the gateway asks
// for. It takes seconds at the highest quality, so it is done once here.
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { brotliCompress } from 'node:zlib'

await cp('.next/static', '.next/standalone/.next/static', { recursive: true })
await cp('public', '.next/standalone/public', { recursive: true })

// The build renders this page without a nonce, so its scripts would not run. Without these files the server renders it at the first request
// that needs it, with the gateway's nonce, and caches it like all other pages.
for (const suffix of ['.html', '.rsc', '.meta', '.segments'])
  await rm(`.next/standalone/.next/server/app/_not-found${suffix}`, { recursive: true, force: true })

/** The scripts that pages ask for in their HTML, as the build lists them: "static/chunks/….js". Others load when they are needed. */
async function firstScripts() {
  const { rootMainFiles } = JSON.parse(await readFile('.next/build-manifest.json', 'utf8'))
  const first = new Set(rootMainFiles)
  for (const name of await readdir('.next/server/app', { recursive: true })) {
    if (!name.endsWith('_client-reference-manifest.js')) continue
    const scope = {}
    runInNewContext(await readFile(join('.next/server/app', name), 'utf8'), { globalThis: scope })
    for (const manifest of Object.values(scope.__RSC_MANIFEST))
      for (const files of Object.values(manifest.entryJSFiles)) for (const file of files) first.add(file)
  }
  return first
}

const first = await firstScripts()
const folder = '.next/standalone/.next'
for (const name of await readdir(join(folder, 'static'), { recursive: true })) {
  if (!/\.(js|css)$/.test(name)) continue
  const file = join(folder, 'static', name)
  let plain = await readFile(file)
  if (first.delete(join('static', name))) {
    // V8 then compiles beside the page, while it loads, what it would compile function by function in the page's way:
    // https://v8.dev/blog/explicit-compile-hints
    plain = Buffer.concat([Buffer.from('//# allFunctionsCalledOnLoad\n'), plain])
    await writeFile(file, plain)
  }
  const small = await promisify(brotliCompress)(plain)
  if (small.length < plain.length) await writeFile(`${file}.br`, small)
}
if (first.size > 0) throw new Error(`the build lists scripts that are not there: ${[...first].join(', ')}`)
