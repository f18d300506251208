// Viewers of museums, on pages of another origin than the gallery, open the manifests of its works in Chromium.
import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import { root } from '../gallery.mjs'
import { bundle } from '../install.mjs'
import { check, until } from '../process.mjs'

/** Loads a package that the site or render has installed. */
const from = (folder, name) => createRequire(join(root, folder, 'package.json'))(name)
const types = { '.css': 'text/css', '.html': 'text/html', '.jpg': 'image/jpeg', '.js': 'text/javascript', '.json': 'application/json', '.png': 'image/png' }
const size = { width: 1200, height: 800 }

const pageOf = (head, script) => `<!doctype html><meta charset="utf-8">${head}<style>html, body, #viewer { width: 100%; height: 100%; margin: 0 }</style>
<div id="viewer" class="uv"></div><script>const manifest = decodeURIComponent(location.hash.slice(1))
${script}</script>`

/** The page that each viewer's documentation begins with. The hash of its address is the address of a manifest. */
const viewers = {
  universalviewer: pageOf(
    '<link rel="stylesheet" href="dist/uv.css"><script src="dist/umd/UV.js"></script>',
    'UV.init("viewer", { manifest, embedded: true })',
  ),
  mirador: pageOf('<script src="dist/mirador.min.js"></script>', 'Mirador.viewer({ id: "viewer", windows: [{ manifestId: manifest }] })'),
  // It opens pictures and their tiles, and leaves manifests to its page. Of a film that is the still.
  openseadragon: pageOf(
    '<script src="build/openseadragon/openseadragon.min.js"></script>',
    `fetch(manifest).then((response) => response.json()).then(({ items, thumbnail }) => {
      const pictures = items.map((canvas) => canvas.items[0].items[0].body).map((body) => (body.type === 'Image' ? body : thumbnail[0]))
      const tileSources = pictures.map(({ id, service }) => (service ? service[0].id + '/info.json' : { type: 'image', url: id }))
      OpenSeadragon({ id: 'viewer', tileSources, prefixUrl: 'build/openseadragon/images/', crossOriginPolicy: 'Anonymous', sequenceMode: true })
    })`,
  ),
}

/** Serves a viewer's page and its files, with a picture as a museum serves it, at another origin than the gallery's. */
async function serve(scope, name) {
  const folder = bundle(name)
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://viewer')
    const send = (type, body) => response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body)
    if (pathname === '/') return send('text/html', viewers[name])
    if (pathname === '/picture.jpg') return send('image/jpeg', await picture())
    await readFile(join(folder, pathname)).then(
      (body) => send(types[extname(pathname)] ?? 'application/octet-stream', body),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  scope.add(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${server.address().port}`
}

/** A JPEG of many colours. */
const picture = () =>
  from('render', 'sharp')({ create: { width: 900, height: 700, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    .jpeg()
    .toBuffer()

const works = `query ($page: Int!) { artworks(page: $page) { items { slug title category media { kind width height imageService } } } }`
const imported = 'an imported work, whose picture is stored elsewhere'
const ratio = ({ width, height }) => width / height

/** The title of the work whose picture a viewer's server has. */
const titleOf = (address) => `Viewed ${new URL(address).port}`

/** How a work of each kind is recognized. */
const kinds = {
  'a still': ({ media: [face] }) => face.kind === 'IMAGE' && ratio(face) === 1 && !face.imageService,
  'a tall still': ({ media: [face] }) => face.kind === 'IMAGE' && ratio(face) < 0.7,
  'a wide still': ({ media: [face] }) => face.kind === 'IMAGE' && ratio(face) > 2,
  'a large still, by its tiles': ({ media: [face] }) => face.imageService,
  'a film': ({ category, media: [face] }) => face.kind === 'VIDEO' && category === 'video',
  'a work with sound': ({ category, media: [face] }) => face.kind === 'VIDEO' && category === 'audio',
  'a live work': ({ media: [face] }) => face.kind === 'GENERATOR',
  [imported]: ({ title }, address) => title === titleOf(address),
}

/** Imports a collection of one work, whose picture the viewer's server has. */
async function importWork(gallery, address) {
  const staff = gallery.visitor()
  await staff.logIn({ email: 'content@example.org', password: 'vitrine' })
  const at = `/api/desk/imports/${crypto.randomUUID()}`
  const file = (name, ...lines) => ({ name, content: Buffer.from(lines.join('\n')).toString('base64') })
  await staff.call('PUT', at, {
    name: `museum-${new URL(address).port}`,
    artists: file('artists.csv', 'id,name', '1,Ada'),
    artworks: file(
      'artworks.csv',
      'id,title,artist_id,category,edition_size,editions_available,created_at,image_url',
      `1,${titleOf(address)},1,Viewed,1,1,2026-01-01T00:00:00Z,${address}/picture.jpg`,
    ),
  })
  await staff.call('POST', `${at}/start`, {})
  await until('the import', 60, async () => (await staff.call('GET', at)).state === 'done')
}

async function slugOf(gallery, fits) {
  for (let page = 1; ; page++) {
    const { data } = await gallery.visitor().call('POST', '/graphql', { query: works, variables: { page } })
    const found = data.artworks.items.find((work) => work.media[0] && fits(work))
    if (found) return found.slug
    check(data.artworks.items.length > 0, 'no work of this kind')
  }
}

/** The number of colours in the middle of a picture, of 32,768. Blank pages have one, and a viewer's frame has few. */
async function colours(png) {
  const { data } = await from('render', 'sharp')(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const seen = new Set()
  for (let i = 0; i < data.length; i += 3) seen.add(((data[i] >> 3) << 10) | ((data[i + 1] >> 3) << 5) | (data[i + 2] >> 3))
  return seen.size
}

/** Opens a work in a viewer and checks what the viewer shows and requests. */
async function show({ gallery, browser, viewer, address }, kind) {
  if (kind === imported) await importWork(gallery, address)
  const slug = await slugOf(gallery, (work) => kinds[kind](work, address))
  const manifest = `${gallery.base}/en/artworks/${slug}/manifest.json`
  const { items } = await (await fetch(manifest)).json()
  const { body } = items[0].items[0].items[0]
  // The wall of a live work has numbers in place of editions until they are drawn, which its first request begins.
  await until(`the picture ${body.id}`, 300, async () => {
    const response = await fetch(body.id)
    await response.body.cancel()
    return response.ok && !response.headers.has('retry-after')
  })

  const page = await browser.newPage({ viewport: size })
  const [problems, tiles] = [[], []]
  page.on('pageerror', (error) => problems.push(`the page failed: ${error.message}`))
  page.on('response', (response) => {
    const url = response.url()
    // Universal Viewer asks its own server for a file that its package doesn't have.
    if (!url.startsWith(gallery.base)) return
    if (response.status() >= 400) problems.push(`${url} responded ${response.status()}`)
    if (response.status() === 200 && url.includes('/tiles-')) tiles.push(url)
  })
  page.on('requestfailed', (request) => {
    // What a viewer cancels isn't an error, and neither is what it loads from the internet.
    const { errorText } = request.failure()
    if (errorText !== 'net::ERR_ABORTED' && /^http:\/\/(localhost|127\.0\.0\.1):/.test(request.url())) problems.push(`${request.url()}: ${errorText}`)
  })
  try {
    await page.goto(`${address}/#${encodeURIComponent(manifest)}`)
    const film = body.type === 'Video' && viewer !== 'openseadragon'
    await until(`a picture of ${manifest}`, 60, async () => {
      const shown = page.locator(film ? 'video:visible' : 'canvas:visible').first()
      if (film) await shown.evaluate((video) => video.play())
      const found = await colours(await shown.screenshot({ timeout: 10_000 }))
      return found > 100 || Promise.reject(new Error(`${found} colours`))
    })
    if (film) check(await page.locator('video').first().evaluate((video) => video.videoWidth > 0 && video.currentTime > 0), 'the film does not play')
    if (body.service) {
      await page.mouse.move(size.width / 2, size.height / 2)
      await until('tiles', 60, async () => {
        await page.mouse.wheel(0, -300)
        return tiles.length > 8 || Promise.reject(new Error(`${tiles.length} files`))
      })
    }
    const text = await page.locator('body').innerText()
    check(!/\berror\b|failed|unable|could not|couldn.t/i.test(text), `the viewer says: ${text.slice(0, 300)}`)
  } catch (error) {
    problems.push(error.message)
  } finally {
    if (process.env.VIEWERS_PICTURES) await page.screenshot({ path: join(process.env.VIEWERS_PICTURES, `${viewer}-${slug}.png`) })
    await page.close()
  }
  check(problems.length === 0, problems.join('\n'))
}

/** Viewers need the site, which serves manifests, the sizes of pictures, and a browser that draws editions. They share a gallery. */
const env = { SITE: 'true', RENDITION_WORKERS: '1', RENDER_BROWSER: '' }

export const peers = Object.keys(viewers).map((viewer) => ({
  name: viewer,
  bundles: [viewer],
  env,
  opened: async ({ gallery, scope }) => {
    await until('the site', 240, async () => (await fetch(`${gallery.base}/en/`)).ok)
    const { chromium } = from('frontend', '@playwright/test')
    const executablePath = process.env.CHROMIUM_PATH ?? process.env.CHROMIUM ?? '/usr/bin/chromium'
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--use-gl=swiftshader', '--enable-unsafe-swiftshader'] })
    scope.add(() => browser.close())
    return { browser, viewer, address: await serve(scope, viewer) }
  },
  scenarios: Object.fromEntries(Object.keys(kinds).map((kind) => [`shows ${kind}`, (context) => show(context, kind)])),
}))
