// OpenID providers: logins, logouts in both directions, wrong clocks, odd claims, other features.
import { createServer } from 'node:http'
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { program } from '../install.mjs'
import { check, freePort, pause, until } from '../process.mjs'

const client = { OIDC_CLIENT_ID: 'vitrine', OIDC_CLIENT_SECRET: 'peer-secret' }
const newcomer = () => `ada-${crypto.randomUUID().slice(0, 8)}`

/** A browser in which somebody has logged in. */
async function loggedIn(gallery, login = newcomer()) {
  const visitor = gallery.visitor()
  await visitor.logIn({ login, password: 'any' })
  return visitor
}

/** A purchase by card of an account of the provider, whose address it calls verified. */
async function buys({ gallery }) {
  const buyer = await loggedIn(gallery)
  await buyer.completeProfile('ada@peers.example')
  await buyer.buyByCard()
}

/** Logs out on the gallery's pages, which end the provider's session, too. */
async function logsOut({ gallery }) {
  const login = newcomer()
  const visitor = await loggedIn(gallery, login)
  check((await visitor.logIn({ login })).length === 0, 'the second login showed a form, want the session of the provider')
  const { logoutUrl, external } = await visitor.call('POST', '/api/auth/logout', {})
  check(external, `the logout leads to ${logoutUrl}, want the provider`)
  const { url } = await visitor.walk(logoutUrl)
  check(url.pathname === '/' || url.pathname === '/en/', `the logout ended at ${url}, want the home page`)
  check(!(await visitor.isLoggedIn()), 'the session continues after the logout')
  check((await visitor.logIn({ login, password: 'any' })).length > 0, 'the login after a logout showed no form')
}

/** One of two browsers logs out at the provider: only its session ends. `leave` logs out there. */
const endsOne =
  (leave) =>
  async ({ gallery, peer }) => {
    const login = newcomer()
    const [first, second] = [await loggedIn(gallery, login), await loggedIn(gallery, login)]
    check(first.subject === second.subject, 'one person has two accounts')
    await leave(first, peer)
    await until('the end of the session', 15, async () => !(await first.isLoggedIn()))
    check(await second.isLoggedIn(), 'the session of the other browser ended, too')
  }

/** What the gallery must never log. */
async function logsNothing({ gallery }) {
  const line = gallery
    .log()
    .split('\n')
    .find((text) => /Unmistakable|@peers\.example|peer-secret/.test(text))
  check(!line, `the log contains what the provider sent: ${line}`)
}

async function startProvider(scope, { base }) {
  const port = await freePort()
  const issuer = `http://localhost:${port}`
  const folder = scope.folder('oidc-provider')
  const peer = {
    issuer,
    start: async (options = {}) => {
      await peer.process?.stop()
      peer.process = scope.start('oidc-provider', process.execPath, [join(import.meta.dirname, 'provider.mjs')], {
        folder,
        env: { PROVIDER: JSON.stringify({ port, base, ...options }) },
      })
      await peer.process.ready(`${issuer}/.well-known/openid-configuration`)
    },
    control: (changes) => fetch(`${issuer}/_control`, { method: 'POST', body: JSON.stringify(changes) }),
  }
  await peer.start()
  return { peer, env: { ...client, OIDC_ISSUER: issuer } }
}

/** Runs fn while the provider is different, and then with its defaults. */
const during = (changes, fn) => async (all) => {
  const { peer } = all
  await peer.control(changes)
  try {
    await fn(all)
  } finally {
    await peer.control({ clockAhead: 0, claims: {}, failing: '' })
  }
}

async function refusesLogin({ gallery }, reason) {
  const before = gallery.log().length
  const failed = await loggedIn(gallery).then(
    () => undefined,
    (error) => error,
  )
  check(failed && /the login ended at .*\/en\/login\//.test(failed.message), `the login ended with ${failed?.message ?? 'a session'}, want the login page`)
  check(reason.test(gallery.log().slice(before)), `the log doesn't say ${reason}`)
}

/** The same gallery after a restart, with a provider that demands more. */
const restarted = (options, fn) => async (all) => {
  const { gallery, peer } = all
  await gallery.process.stop()
  await peer.start(options)
  await gallery.start()
  await fn(all)
}

const oidcProvider = {
  name: 'oidc-provider',
  start: startProvider,
  scenarios: {
    'a login and a purchase by card': buys,
    'a logout ends the session at the provider, and the next login shows its form': logsOut,
    'a logout at the provider ends the session of that browser only': endsOne(async (visitor, peer) => {
      await visitor.walk(`${peer.issuer}/session/end`, {}, (url) => url.pathname === '/session/end/success')
      await until('a logout token', 15, () => peer.process.log().includes('backchannel.success'))
    }),
    'logins while its clock is 60 s ahead': during({ clockAhead: 60 }, ({ gallery }) => loggedIn(gallery)),
    'logins while its clock is 60 s behind': during({ clockAhead: -60 }, ({ gallery }) => loggedIn(gallery)),
    'a clock that is 5 minutes ahead is named in the log': during({ clockAhead: 300 }, (all) => refusesLogin(all, /the provider's clock is .* ahead of ours/)),
    'an address with a line break and a name with NUL count as none': during(
      { claims: { email: 'ada\n@peers.example', name: 'Ada\u0000Unmistakable' } },
      async ({ gallery }) => {
        const visitor = await loggedIn(gallery)
        const refused = await visitor.hold().catch((error) => error)
        check(refused.status === 409, `a hold of somebody without an address = ${refused.message}, want 409`)
      },
    ),
    'a failing token endpoint is an error on the login page, and the next login works': async (all) => {
      await during({ failing: '/token' }, (failing) => refusesLogin(failing, /login failed/))(all)
      await until('a login after the fault', 30, () => loggedIn(all.gallery))
    },
    'its key changes under the same id': async ({ gallery, peer }) => {
      await peer.start()
      // After a failure, such as in the scenario before, the gallery reads keys at most every ten seconds.
      await pause(11_000)
      await loggedIn(gallery)
    },
    'a login and a purchase with pushed requests, signed userinfo and ES256': restarted({ strict: true }, buys),
    'without a logout endpoint, the login after a logout shows its form': restarted({ endSession: false }, async ({ gallery }) => {
      const login = newcomer()
      const visitor = await loggedIn(gallery, login)
      const { external } = await visitor.call('POST', '/api/auth/logout', {})
      check(!external, 'the logout leads to the provider')
      check((await visitor.logIn({ login, password: 'any' })).length > 0, 'the login after the logout showed no form')
    }),
    'nothing that it sent is logged': logsNothing,
  },
}

/** Hydra's login and consent pages, which everybody writes themselves. */
function startPages(scope, port, admin) {
  const decide = async (kind, challenge, body) => {
    const response = await fetch(`${admin}/admin/oauth2/auth/requests/${kind}${body ? '/accept' : ''}?${kind}_challenge=${encodeURIComponent(challenge)}`, {
      method: body ? 'PUT' : 'GET',
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    const result = await response.json()
    check(response.ok, `Hydra: ${JSON.stringify(result)}`)
    return result
  }
  const pages = {
    '/login': async (challenge, form) => {
      const { skip, subject } = await decide('login', challenge)
      if (skip) return decide('login', challenge, { subject })
      if (!form) return `<form method="post"><input name="login"><input name="password"></form>`
      return decide('login', challenge, { subject: form.get('login'), remember: true, remember_for: 3600, amr: ['pwd'] })
    },
    '/consent': async (challenge) => {
      const { subject, requested_scope: grant_scope } = await decide('consent', challenge)
      const claims = { email: `${subject}@peers.example`, email_verified: true, name: 'Ada Unmistakable' }
      return decide('consent', challenge, { grant_scope, remember: true, remember_for: 3600, session: { id_token: claims, access_token: claims } })
    },
    '/logout': (challenge) => decide('logout', challenge, {}),
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://localhost')
    let body = ''
    for await (const part of request) body += part
    try {
      const result = await pages[url.pathname]?.(url.searchParams.get(`${url.pathname.slice(1)}_challenge`), body && new URLSearchParams(body))
      if (result?.redirect_to) response.writeHead(302, { location: result.redirect_to }).end()
      else response.writeHead(200, { 'content-type': 'text/html' }).end(result ?? 'Goodbye')
    } catch (error) {
      response.writeHead(500).end(error.message)
    }
  }).listen(port, '127.0.0.1')
  scope.add(() => server.close())
}

async function startHydra(scope, { base }) {
  const [open, admin, pages] = [await freePort(), await freePort(), await freePort()]
  const issuer = `http://localhost:${open}/`
  startPages(scope, pages, `http://127.0.0.1:${admin}`)
  const folder = scope.folder('hydra')
  const file = join(folder, 'hydra.yml')
  const page = (name) => `http://localhost:${pages}/${name}`
  // YAML contains JSON.
  writeFileSync(
    file,
    JSON.stringify({
      serve: { public: { host: '127.0.0.1', port: open }, admin: { host: '127.0.0.1', port: admin } },
      urls: { self: { issuer, public: issuer }, login: page('login'), consent: page('consent'), logout: page('logout'), post_logout_redirect: page('goodbye') },
      secrets: { system: ['a secret of sixteen bytes or more'] },
    }),
  )
  const hydra = scope.start('hydra', program('hydra'), ['serve', 'all', '--dev', '-c', file], { folder, env: { DSN: 'memory', SQA_OPT_OUT: 'true' } })
  await hydra.ready(`http://127.0.0.1:${admin}/health/ready`, 90)
  const made = await fetch(`http://127.0.0.1:${admin}/admin/clients`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: 'vitrine',
      client_secret: 'peer-secret',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      scope: 'openid email profile',
      redirect_uris: [`${base}/api/auth/callback`],
      post_logout_redirect_uris: [`${base}/`],
      backchannel_logout_uri: `${base}/api/auth/backchannel-logout`,
      backchannel_logout_session_required: true,
    }),
  })
  check(made.ok, `Hydra: ${made.status} ${await made.text()}`)
  return { peer: { issuer, process: hydra }, env: { ...client, OIDC_ISSUER: issuer } }
}

const hydra = {
  name: 'hydra',
  programs: ['hydra'],
  start: startHydra,
  scenarios: {
    'a login and a purchase by card': buys,
    'a logout ends the session at the provider, and the next login shows its form': logsOut,
    'a logout at the provider, by a token with sid only, typ JWT and no exp, ends the session of that browser only': endsOne((visitor, peer) =>
      visitor.walk(`${peer.issuer}oauth2/sessions/logout`, {}, (url) => url.pathname === '/goodbye'),
    ),
    'nothing that it sent is logged': logsNothing,
  },
}

export const peers = [oidcProvider, hydra]
