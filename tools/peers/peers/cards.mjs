// Stripe: its mock server, which checks the shape of each request, and its library, which signs webhooks.
import Stripe from 'stripe'
import { program } from '../install.mjs'
import { check, freePort, relay, same, until } from '../process.mjs'

/** Starts stripe-mock behind a listener that keeps what the gallery sent and got. */
async function startMock(scope) {
  const [port, second, front] = [await freePort(), await freePort(), await freePort()]
  const mock = scope.start('stripe-mock', program('stripe-mock'), ['-http-addr', `127.0.0.1:${port}`, '-https-addr', `127.0.0.1:${second}`])
  await mock.ready(`http://127.0.0.1:${port}/v1/charges`)
  const calls = []
  relay(scope, { from: front, to: port, seen: (call) => calls.push(call) })
  return {
    peer: { calls },
    env: { STRIPE_API_URL: `http://127.0.0.1:${front}`, STRIPE_SECRET_KEY: 'sk_test_123', STRIPE_WEBHOOK_SECRET: 'whsec_peers' },
  }
}

const accepted = ({ calls }, method, path) =>
  until(`an accepted ${method} ${path}`, 60, () => calls.some((call) => call.method === method && path.test(call.path) && call.status === 200))

const mock = {
  name: 'stripe-mock',
  programs: ['stripe-mock'],
  start: startMock,
  scenarios: {
    'a checkout session is created': async ({ gallery, peer }) => {
      const buyer = await gallery.visitor().becomeWallet()
      const { id } = await buyer.hold()
      await buyer.call('POST', `/api/checkouts/${id}/card`, { billingCountry: 'DE' })
      await accepted(peer, 'POST', /^\/v1\/checkout\/sessions$/)
      check(
        peer.calls.some(({ body }) => body.includes(`client_reference_id=${id}`)),
        'no request names the checkout',
      )
    },
    'the session of a cancelled checkout is ended': async ({ gallery, peer }) => {
      const buyer = await gallery.visitor().becomeWallet()
      const { id } = await buyer.hold()
      await buyer.call('POST', `/api/checkouts/${id}/card`, {})
      await buyer.call('DELETE', `/api/checkouts/${id}`)
      await accepted(peer, 'POST', /^\/v1\/checkout\/sessions\/[^/]+\/expire$/)
    },
    'signed events make the gallery read sessions, payments and refunds': async ({ gallery, peer }) => {
      const objects = {
        'checkout.session.completed': [{ id: 'cs_1', object: 'checkout.session' }, /^\/v1\/checkout\/sessions\/cs_1$/],
        'payment_intent.succeeded': [{ id: 'pi_1', object: 'payment_intent' }, /^\/v1\/payment_intents\/pi_1$/],
        'charge.refunded': [{ id: 'ch_1', object: 'charge', payment_intent: 'pi_2' }, /^\/v1\/payment_intents\/pi_2$/],
      }
      for (const [type, [object, path]] of Object.entries(objects)) {
        const response = await send(gallery, event(type, object), 'whsec_peers')
        check(response.status === 200, `${type}: ${response.status}, want 200`)
        await accepted(peer, 'GET', path)
      }
    },
    'it refused no request': async ({ peer }) => {
      const refused = peer.calls.filter(({ status }) => status !== 200)
      check(refused.length === 0, `refused: ${JSON.stringify(refused[0])}`)
    },
  },
}

const stripe = new Stripe('sk_test_123')
const event = (type, object, more = {}) => ({
  id: `evt_${crypto.randomUUID().replaceAll('-', '')}`,
  object: 'event',
  api_version: '2025-09-30.clover',
  created: Math.floor(Date.now() / 1000),
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
  data: { object },
  ...more,
})

/** Sends an event as Stripe does, signed by its library. */
async function send(gallery, payload, secret = gallery.secrets().webhookSecret, options = {}) {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload, null, 2)
  const header = options.header ?? stripe.webhooks.generateTestHeaderString({ payload: options.signed ?? body, secret, ...options.time })
  return fetch(`${gallery.base}/api/webhooks/stripe`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': header },
  })
}

const now = () => Math.floor(Date.now() / 1000)
/** A paid session at the stand-in, whose events Stripe's library signs again. */
async function paid(gallery) {
  const buyer = await gallery.visitor().becomeWallet()
  const { id } = await buyer.hold()
  const { redirectUrl } = await buyer.call('POST', `/api/checkouts/${id}/card`, {})
  await buyer.payByCard(id)
  return { buyer, id, session: redirectUrl.split('/').at(-1).split('?')[0] }
}

const library = {
  name: 'stripe',
  scenarios: {
    'events that it signed are accepted, others are refused': async ({ gallery }) => {
      const good = event('checkout.session.completed', { id: 'cs_unknown', object: 'checkout.session' })
      const text = JSON.stringify(good)
      const { webhookSecret } = gallery.secrets()
      const timestamp = now()
      const header = stripe.webhooks.generateTestHeaderString({ payload: text, secret: webhookSecret, timestamp })
      const other = stripe.webhooks.generateTestHeaderString({ payload: text, secret: 'whsec_other', timestamp })
      const signature = (of) => of.split(',').find((part) => part.startsWith('v1='))
      const cases = {
        'of a session that is not ours': [good, {}, 200],
        'of an unknown type': [event('customer.created', { id: 'cus_1', object: 'customer' }), {}, 200],
        'of a newer API version': [{ ...good, api_version: '2031-01-01.future', context: null }, {}, 200],
        'of another account': [{ ...good, account: 'acct_other' }, {}, 200],
        'of live mode': [{ ...good, livemode: true }, {}, 200],
        'with another signature before ours': [text, { header: `${other},${signature(header)}` }, 200],
        'with another signature after ours': [text, { header: `${header},${signature(other)}` }, 200],
        'with two times': [text, { header: `t=${timestamp - 1},${header}` }, 400],
        'signed 4 minutes ago': [good, { time: { timestamp: now() - 240 } }, 200],
        'signed 6 minutes ago': [good, { time: { timestamp: now() - 360 } }, 400],
        'signed 6 minutes ahead': [good, { time: { timestamp: now() + 360 } }, 400],
        'signed with another secret': [text, { header: other }, 400],
        'with the scheme v0 only': [text, { header: header.replace('v1=', 'v0=') }, 400],
        'without a signature': [text, { header: 'none' }, 400],
        'whose body was changed': [`${text} `, { signed: text }, 400],
        'that is no JSON': ['{', {}, 400],
        'that is empty': ['', {}, 400],
      }
      const wrong = []
      for (const [name, [payload, options, want]] of Object.entries(cases)) {
        const { status } = await send(gallery, payload, undefined, options)
        if (status !== want) wrong.push(`${name}: ${status}, want ${want}`)
      }
      same(wrong, [], 'wrong responses')
    },
    'fifty copies of the events of a purchase mint one token': async ({ gallery }) => {
      const { buyer, id, session } = await paid(gallery)
      const copies = Array.from({ length: 50 }, (_, i) =>
        event('checkout.session.completed', { id: session, object: 'checkout.session' }, i % 2 ? {} : { id: `evt_same_${id}` }),
      )
      const statuses = await Promise.all(copies.map((copy) => send(gallery, copy).then(({ status }) => status)))
      same([...new Set(statuses)], [200], 'statuses of the copies')
      const { tokenId } = await buyer.order(id, 'completed')
      await buyer.ownsOnly([tokenId])
    },
  },
}

export const peers = [mock, library]
