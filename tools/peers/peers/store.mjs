// versitygw: an S3 gateway over a folder, behind a listener that responds as other stores do when they are busy or refuse.
import { execFile } from 'node:child_process'
import { mkdirSync, renameSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { make, root } from '../gallery.mjs'
import { program } from '../install.mjs'
import { check, freePort, relay, same, until } from '../process.mjs'

const keys = { AWS_ACCESS_KEY_ID: 'vitrine', AWS_SECRET_ACCESS_KEY: 'peer-secret' }
const services = ['profiles', 'catalog']

async function startStore(scope) {
  const folder = scope.folder('versitygw')
  const bucket = join(folder, 'buckets', 'gallery')
  mkdirSync(bucket, { recursive: true })
  mkdirSync(join(folder, 'attributes'))
  const [port, front] = [await freePort(), await freePort()]
  const peer = {
    bucket,
    /** What is sent instead of the store's response. */
    fault: undefined,
    start: async () => {
      peer.process = scope.start(
        'versitygw',
        program('versitygw'),
        [
          '--port',
          `127.0.0.1:${port}`,
          '--access',
          keys.AWS_ACCESS_KEY_ID,
          '--secret',
          keys.AWS_SECRET_ACCESS_KEY,
          '--health',
          '/health',
          'posix',
          '--sidecar',
          join(folder, 'attributes'),
          join(folder, 'buckets'),
        ],
        { folder },
      )
      await peer.process.ready(`http://127.0.0.1:${port}/health`)
    },
  }
  await peer.start()
  relay(scope, { from: front, to: port, fault: () => peer.fault })
  peer.url = (prefix) => `s3://gallery/${prefix}?region=us-east-1&endpoint=http://127.0.0.1:${front}&use_path_style=true`
  return { peer }
}

/** Gets a service's settings from the gallery, which stops its own, as `onebox watch` does, and runs the service with a bucket. */
async function moveToBucket({ gallery, scope, peer }) {
  for (const name of services) {
    const file = join(root, '.bin', name)
    make('go', 'build', '-ldflags=-w', '-o', file, `./services/${name}/cmd/${name}`)
    const socket = connect(join(gallery.data, 'watch.sock'))
    scope.add(() => socket.destroy())
    socket.write(`${name}\n`)
    const part = JSON.parse(await new Promise((resolve, reject) => socket.once('data', resolve).once('error', reject)))
    check(!part.Error, `${name}: ${part.Error}`)
    const settings = Object.fromEntries(part.Environ.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
    const env = { ...settings, ...keys, MEDIA_BUCKET: peer.url(name), ...(name === 'catalog' && { MEDIA_PRESIGN: 'true' }) }
    // The relay in front of the store runs in this process, which must not wait.
    await promisify(execFile)(file, ['copy-media'], { env: { ...process.env, ...env } })
    const running = scope.start(name, file, [], { env, folder: gallery.data })
    await running.ready(`http://${part.Address}/readyz`)
    peer[name] = { log: running.log, ready: async () => (await fetch(`http://${part.Address}/readyz`)).text() }
  }
}

const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

/** Uploads a portrait, and returns the response. */
async function upload(visitor) {
  const body = new FormData()
  body.set('uri', new Blob([picture], { type: 'image/png' }), 'me.png')
  return visitor.request(`/api/profileUploads?profileId=${visitor.profile._id}`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${visitor.token}` },
  })
}

async function storesPortrait({ gallery }) {
  const visitor = await gallery.visitor().becomeWallet()
  const response = await upload(visitor)
  check(response.ok, `the upload responded ${response.status} ${await response.clone().text()}`)
  const { url } = await response.json()
  const shown = await visitor.request(url)
  check(shown.ok && shown.headers.get('content-type').startsWith('image/'), `the portrait responded ${shown.status}`)
  return { visitor, url }
}

/** The line of readiness about the store that doesn't respond. */
const named = /waiting for the store of avatars/

/** With a fault, an upload is 503 with Retry-After, the log names the store, readiness knows; afterwards all is as before. */
const suffers = (begin, end) => async (all) => {
  const { gallery, peer } = all
  const { visitor, url } = await storesPortrait(all)
  const before = peer.profiles.log().length
  await begin(peer)
  try {
    for (const [what, response] of [
      ['upload', await upload(visitor)],
      ['portrait', await gallery.visitor().request(url)],
    ]) {
      const retry = response.headers.get('retry-after')
      check(response.status === 503 && retry, `the ${what} responded ${response.status} with Retry-After ${retry}, want 503 with one: ${await response.text()}`)
    }
    check(/object store/.test(peer.profiles.log().slice(before)), `the log doesn't name the object store: ${peer.profiles.log().slice(before).slice(0, 2000)}`)
    const known = await until('readiness that names the store', 20, async () => {
      const text = await peer.profiles.ready()
      return named.test(text) && text
    })
    check(!/database/.test(known), `readiness blames the database: ${known}`)
  } finally {
    await end(peer)
  }
  await until('an upload after the fault', 60, async () => (await upload(visitor)).ok)
  await until('readiness after the fault', 20, async () => !named.test(await peer.profiles.ready()))
}

const responds = (status, code, headers) => {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>Fault</Message><RequestId>1</RequestId></Error>`
  return suffers(
    (peer) => (peer.fault = { status, headers: { 'content-type': 'application/xml', ...headers }, body }),
    (peer) => (peer.fault = undefined),
  )
}

export const peers = [
  {
    name: 'versitygw',
    programs: ['versitygw'],
    start: startStore,
    opened: moveToBucket,
    scenarios: {
      'portraits are uploaded and shown': storesPortrait,
      'files of the catalog are served': async ({ gallery }) => {
        const query = '{ artworks { items { media { url } } } }'
        const { data } = await gallery.visitor().call('POST', '/graphql', { query })
        for (const { media } of data.artworks.items.slice(0, 3)) {
          const file = await gallery.visitor().request(media[0].url)
          check(file.ok, `${media[0].url} responded ${file.status}`)
        }
      },
      'the owner of a token downloads the original from the store, by a signed address': async ({ gallery }) => {
        const buyer = await gallery.visitor().becomeWallet()
        const { tokenId } = await buyer.buyByCard()
        const { url } = await buyer.call('GET', `/api/tokens/${tokenId}/original`)
        const { url: last } = await buyer.walk(url, {}, (address) => address.searchParams.has('X-Amz-Signature'))
        const file = await fetch(last)
        check(file.ok && (await file.arrayBuffer()).byteLength > 1000, `the store responded ${file.status}`)
        last.searchParams.set('X-Amz-Signature', '0'.repeat(64))
        same((await fetch(last)).status, 403, 'status of a forged address')
      },
      'a busy store (SlowDown)': responds(503, 'SlowDown'),
      'a refusal (AccessDenied)': responds(403, 'AccessDenied'),
      'a wrong clock (RequestTimeTooSkewed)': responds(403, 'RequestTimeTooSkewed'),
      'a redirect to another region': responds(301, 'PermanentRedirect', { location: 'http://127.0.0.1:9/gallery' }),
      'a bucket that is missing': suffers(
        ({ bucket }) => renameSync(bucket, `${bucket}.away`),
        ({ bucket }) => renameSync(`${bucket}.away`, bucket),
      ),
      'a store that is stopped': suffers(
        (peer) => peer.process.stop('SIGKILL'),
        (peer) => peer.start(),
      ),
    },
  },
]
