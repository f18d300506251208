// Mailpit: a mail server whose faults are set while it runs, and which judges mails.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../gallery.mjs'
import { program } from '../install.mjs'
import { check, freePort, pause, same, until } from '../process.mjs'

async function startMailpit(scope) {
  const [smtp, web] = [await freePort(), await freePort()]
  const folder = scope.folder('mailpit')
  const mailpit = scope.start(
    'mailpit',
    program('mailpit'),
    [
      '--smtp',
      `127.0.0.1:${smtp}`,
      '--listen',
      `127.0.0.1:${web}`,
      '--database',
      join(folder, 'mails.db'),
      '--enable-chaos',
      '--disable-version-check',
      '--smtp-disable-rdns',
      '--smtp-strict-rfc-headers',
    ],
    { folder },
  )
  const url = `http://127.0.0.1:${web}`
  await mailpit.ready(`${url}/readyz`)
  const get = async (path) => (await fetch(url + path)).json()
  const peer = {
    get,
    to: async (address) => (await get('/api/v1/messages?limit=500')).messages.filter(({ To }) => To.some(({ Address }) => Address === address)),
    send: async (mail) =>
      (await fetch(`${url}/api/v1/send`, { method: 'POST', body: JSON.stringify({ From: { Email: 'a@example.org' }, To: [{ Email: 'b@example.org' }], ...mail }) })).json(),
    /** Refuses recipients with a code, or accepts all. */
    refuse: (ErrorCode) =>
      fetch(`${url}/api/v1/chaos`, { method: 'PUT', body: JSON.stringify({ Recipient: { ErrorCode: ErrorCode ?? 451, Probability: ErrorCode ? 100 : 0 } }) }),
  }
  return { peer, env: { SMTP_URL: `smtp://127.0.0.1:${smtp}?tls=none` } }
}

const newcomer = () => `ada.${crypto.randomUUID().slice(0, 8)}@example.org`

/** Buys by card with an address of the stand-in's provider, whose mails go through the peer, too. */
async function buyer(gallery, peer) {
  const visitor = gallery.visitor()
  const email = newcomer()
  await visitor.logIn({ email, password: 'a long password' }, 'register')
  const [mail] = await until('a verification mail', 60, async () => {
    const found = await peer.to(email)
    return found.length > 0 && found
  })
  const { Text } = await peer.get(`/api/v1/message/${mail.ID}`)
  const link = new URL(/https?:\/\/\S+/.exec(Text)[0])
  const body = new URLSearchParams({ token: link.searchParams.get('token') }).toString()
  await visitor.request(link.origin + link.pathname, { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  await until('a verified address', 30, async () => (await visitor.call('GET', '/api/auth/auth0/user'))[0]?.email_verified)
  await visitor.completeProfile(email)
  return { visitor, email }
}

const bought = /^In your collection/

export const peers = [
  {
    name: 'mailpit',
    programs: ['mailpit'],
    start: startMailpit,
    scenarios: {
      'mails of a registration and a purchase arrive once': async ({ gallery, peer }) => {
        const { visitor, email } = await buyer(gallery, peer)
        await visitor.buyByCard()
        await until('the mail of the purchase', 60, async () => (await peer.to(email)).some(({ Subject }) => bought.test(Subject)))
        const subjects = (await peer.to(email)).map(({ Subject }) => Subject)
        same(subjects.length, new Set(subjects).size, `copies of ${subjects}`)
      },
      'a recipient that is refused for now (451) gets one copy later': async ({ gallery, peer }) => {
        const { visitor, email } = await buyer(gallery, peer)
        await peer.refuse(451)
        try {
          await visitor.buyByCard()
          await pause(3000)
        } finally {
          await peer.refuse()
        }
        await until('the mail of the purchase', 120, async () => (await peer.to(email)).some(({ Subject }) => bought.test(Subject)))
        same((await peer.to(email)).filter(({ Subject }) => bought.test(Subject)).length, 1, 'copies')
      },
      'a recipient that is refused for good (550) ends the attempts': async ({ gallery, peer }) => {
        const { visitor, email } = await buyer(gallery, peer)
        await peer.refuse(550)
        const began = gallery.log().length
        try {
          await visitor.buyByCard()
          await until('the end of the attempts', 60, () => /an email was refused for good/.test(gallery.log().slice(began)))
          // A second attempt would follow within seconds.
          await pause(15_000)
        } finally {
          await peer.refuse()
        }
        await pause(15_000)
        same((await peer.to(email)).filter(({ Subject }) => bought.test(Subject)).length, 0, 'mails after the refusal')
      },
      'its check of HTML finds at least 95 % supported in every mail so far': async ({ peer }) => {
        const { messages } = await peer.get('/api/v1/messages?limit=500')
        const kinds = new Map(messages.map((message) => [message.Subject.replace(/[\d#“”"].*/, ''), message]))
        const poor = []
        for (const [subject, { ID }] of kinds) {
          const { Total } = await peer.get(`/api/v1/message/${ID}/html-check`)
          if (Total.Supported < 95) poor.push(`${subject}: ${Total.Supported.toFixed(1)} %`)
        }
        check(kinds.size >= 2, `only ${kinds.size} kinds of mails`)
        same(poor, [], 'mails below 95 %')
      },
      // The texts of all kinds of mails fill one layout, so its parts are what a kind can have.
      'its check of HTML finds at least 95 % supported in every part that a mail of any kind can have': async ({ peer }) => {
        const samples = JSON.parse(execFileSync('go', ['run', './kit/mail/mailtest/samples'], { cwd: root, encoding: 'utf8' }))
        const poor = []
        for (const [name, { subject, html }] of Object.entries(samples)) {
          const { ID } = await peer.send({ Subject: subject, HTML: html })
          const { Total } = await peer.get(`/api/v1/message/${ID}/html-check`)
          if (Total.Supported < 95) poor.push(`${name}: ${Total.Supported.toFixed(1)} %`)
        }
        check(Object.keys(samples).length >= 3, 'no samples')
        same(poor, [], 'samples below 95 %')
      },
    },
  },
]
