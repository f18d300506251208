// oidc-provider as a program: a certified OpenID provider, whose clock, claims and faults are changed at /_control while it runs.
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'

/** What this start differs in; the gallery's addresses; the port. */
const { port, base, strict = false, endSession = true } = JSON.parse(process.env.PROVIDER)
const issuer = `http://localhost:${port}`
/** clockAhead: seconds; claims: of everybody; failing: the path of an endpoint that responds with 500 and what it was sent. */
const control = { clockAhead: 0, claims: {}, failing: '' }
const now = Date.now
Date.now = () => now() + control.clockAhead * 1000
const { default: Provider } = await import('oidc-provider')

const alg = strict ? 'ES256' : 'RS256'
const pair = strict ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('rsa', { modulusLength: 2048 })
const provider = new Provider(issuer, {
  // Each start has another key under the same id.
  jwks: { keys: [{ ...pair.privateKey.export({ format: 'jwk' }), kid: 'key', use: 'sig', alg }] },
  clients: [
    {
      client_id: 'vitrine',
      client_secret: 'peer-secret',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      redirect_uris: [`${base}/api/auth/callback`],
      post_logout_redirect_uris: [`${base}/`],
      backchannel_logout_uri: `${base}/api/auth/backchannel-logout`,
      backchannel_logout_session_required: true,
      id_token_signed_response_alg: alg,
      ...(strict && { userinfo_signed_response_alg: alg, require_pushed_authorization_requests: true }),
    },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], acr: null, auth_time: null, amr: null, sid: null, iss: null },
  pkce: { required: () => true },
  features: {
    devInteractions: { enabled: true },
    backchannelLogout: { enabled: true },
    jwtUserinfo: { enabled: true },
    pushedAuthorizationRequests: { enabled: strict, requirePushedAuthorizationRequests: strict },
    rpInitiatedLogout: {
      enabled: endSession,
      // Its own page has the button outside of the form.
      logoutSource: (context, form) => {
        context.body = form.replace('</form>', '<input type="hidden" name="logout" value="yes"/></form>')
      },
    },
  },
  // Its own client refuses addresses of this computer.
  fetch: (url, { dispatcher: _, ...options } = {}) => fetch(url, options),
  enabledJWA: { idTokenSigningAlgValues: [alg], userinfoSigningAlgValues: [alg] },
  cookies: { keys: ['peers'] },
  findAccount: (_, id) => ({
    accountId: id,
    claims: () => ({ sub: id, email: `${id}@peers.example`, email_verified: true, name: 'Ada Unmistakable', ...control.claims }),
  }),
})
for (const event of ['server_error', 'backchannel.error', 'authorization.error', 'grant.error', 'end_session.error', 'userinfo.error'])
  provider.on(event, (...said) => console.log(event, ...said.map((part) => part?.error_description ?? part?.message ?? '')))
provider.on('backchannel.success', (_, client, account, sid) => console.log('backchannel.success', client.clientId, account, sid))

const handle = provider.callback()
createServer(async (request, response) => {
  const read = async () => {
    let body = ''
    for await (const part of request) body += part
    return body
  }
  if (request.url === '/_control') {
    Object.assign(control, JSON.parse(await read()))
    return response.end()
  }
  console.log(request.method, request.url.slice(0, 200))
  if (control.failing && request.url.startsWith(control.failing)) {
    response.statusCode = 500
    return response.end(`{"error": "server_error", "error_description": "Unmistakable ${await read()}"}`)
  }
  handle(request, response)
}).listen(port, '127.0.0.1')
