import type { APIRequestContext } from '@playwright/test'
import { linesOf } from '../../render/test/pdf'
import { accessToken, call, claimsOf, type Person, startSession, until } from './api'
import { becomeBuyer, buyByCard, expect, newPerson, test } from './fixtures'
import { startInstance } from './instance'
import { Mailbox } from './mailbox'
import { settings } from './settings'

const editor = { email: 'content@example.org', password: 'vitrine' }
const staff = { email: 'staff@example.org', password: 'vitrine' }

/** An artist, a title and a category in each script, a word of the title that finds the work, and how its address begins if that is certain. */
const scripts: Record<string, [artist: string, title: string, category: string, word: string, slug: string]> =
  {
    Latin: ['Nguyễn Phan Thử', 'Vịnh Hạ Long', 'Tranh lụa', 'Ha Long', 'vinh-ha-long'],
    Greek: ['Ζωή Παπαδοπούλου', 'Νύχτα στη θάλασσα', 'Ζωγραφική', 'νυχτα', ''],
    Cyrillic: ['Фёдор Иванов', 'Белая ночь', 'Живопись', 'ночь', ''],
    Arabic: ['محمد الأمين', 'ليل القاهرة', 'رسم', 'القاهرة', ''],
    Hebrew: ['דנה כהן', 'לילה בתל אביב', 'ציור', 'לילה', ''],
    Devanagari: ['मीरा शर्मा', 'वाराणसी की रात', 'चित्र', 'वाराणसी', ''],
    Thai: ['สมชาย ใจดี', 'คืนในกรุงเทพ', 'ภาพวาด', 'กรุงเทพ', ''],
    Japanese: ['髙橋 葵', '東京夜景の試作', '版画', '夜景', ''],
    Korean: ['김민준', '서울의 밤', '회화', '서울', ''],
    Chinese: ['陈晓明', '上海之夜', '水墨', '上海', ''],
    Armenian: ['Մարտիրոս Սարյան', 'Երևանի գիշերը', 'Նկար', 'գիշերը', ''],
  }
const works = 300
/** The title of the last work, of which no address can be made. */
const wordless = '🧪🎨'
/** The script whose sale is refunded, and whose artist reads a statement. */
const refunded = 'Arabic'

/** A collection of invented works, in turn in each of the scripts, as two CSV files. */
function collection() {
  const all = Object.values(scripts)
  const rows = Array.from({ length: works }, (_, i) => {
    const [, title, category] = all[i % all.length]!
    const name =
      i === works - 1 ? wordless : i < all.length ? title : `${title} ${Math.floor(i / all.length) + 1}`
    return `${i + 1};${name};${(i % all.length) + 1};${category};5;5;4200;https://museum.example/${i + 1}.jpg;2026-01-01T00:00:00Z;c. 1890`
  })
  const artists = all.map(([name], i) => `${i + 1};${name}`)
  return {
    artists: ['id;name', ...artists].join('\r\n'),
    artworks: [
      'id;title;artist_id;category;edition_size;editions_available;price;image_url;created_at;year',
      ...rows,
    ].join('\r\n'),
  }
}

/** A client of the API for one person, beside the page. */
async function signedIn(request: APIRequestContext, person: Person) {
  const { accessToken: token } = await startSession(request, 'login', person)
  const headers = { authorization: `Bearer ${token}` }
  return {
    token,
    call: <Result>(method: 'GET' | 'POST' | 'PUT', path: string, data?: object) =>
      call<Result>(request, token, method, path, data),
    mutate: async <Data>(mutation: string, variables: object): Promise<Data> => {
      const response = await request.post('/graphql', { data: { query: mutation, variables }, headers })
      const { data, errors } = await response.json()
      expect(errors, mutation).toBeUndefined()
      return data
    },
    file: (path: string) => request.get(path, { headers }),
  }
}

/** Publishes a post and a drop with the titles of all scripts, which their feeds then have. */
async function publishEntries(request: APIRequestContext, title: string) {
  const { call: send, mutate } = await signedIn(request, editor)
  const { postCategories } = await send<{ postCategories: { value: string }[] }>(
    'GET',
    '/api/desk/entry-choices',
  )
  const day = 86_400_000
  const post = await send<{ slug: string }>('POST', '/api/desk/entries', {
    post: { title, category: postCategories[0]!.value, date: new Date().toISOString(), author: title },
  })
  const drop = await send<{ id: string }>('POST', '/api/desk/entries', {
    drop: { title, startsAt: new Date(Date.now() + day).toISOString() },
  })
  await mutate('mutation ($slug: String!) { publishPost(slug: $slug) { id } }', { slug: post.slug })
  await mutate('mutation ($id: ID!) { publishDrop(id: $id) { id } }', { id: drop.id })
  for (const path of ['/en/blog/feed.xml', '/en/drops/feed.xml'])
    await until(path, settings.patience, async () =>
      (await (await request.get(path)).text()).includes(`<title>${title}</title>`),
    )
}

test('a collection in eleven scripts arrives, is sold, and reads the same everywhere', {
  tag: '@all',
}, async ({ browser, playwright }) => {
  test.setTimeout(900_000)
  const instance = await startInstance(settings.offset + 6000)
  const clients: APIRequestContext[] = []
  const newClient = async () => {
    const client = await playwright.request.newContext({ baseURL: instance.baseURL })
    clients.push(client)
    return client
  }
  try {
    const page = await browser.newPage({ baseURL: instance.baseURL })
    const { request } = page.context()
    const data = async <Data>(query: string, variables: object): Promise<Data> =>
      (await (await request.post('/graphql', { data: { query, variables } })).json()).data

    await test.step('the import', async () => {
      const { call: send } = await signedIn(await newClient(), editor)
      const files = collection()
      const file = (name: string, text: string) => ({
        name,
        content: Buffer.from(`\uFEFF${text}`, 'utf16le').toString('base64'),
      })
      const at = `/api/desk/imports/${crypto.randomUUID()}`
      const { check } = await send<{ check: { problemCount: number; artworks: { encoding: string } } }>(
        'PUT',
        at,
        {
          name: 'world',
          artists: file('artists.csv', files.artists),
          artworks: file('artworks.csv', files.artworks),
        },
      )
      expect(check).toMatchObject({ problemCount: 0, artworks: { encoding: 'UTF-16', rows: works } })
      await send('POST', `${at}/start`, {})
      await until('the import', 120_000, async () => {
        const { state } = await send<{ state: string }>('GET', at)
        expect(state).not.toBe('failed')
        return state === 'done'
      })
    })
    await test.step('feeds', async () => {
      const titles = Object.values(scripts).map(([, title]) => title)
      await publishEntries(await newClient(), titles.join(' · '))
    })

    const mailbox = new Mailbox(instance.mailboxURL)
    const buyer = await becomeBuyer(page, mailbox)
    const lines = async (path: string) => {
      const headers = { authorization: `Bearer ${await accessToken(page)}` }
      const response = await request.get(path, { headers })
      expect(response.status(), path).toBe(200)
      return linesOf(await response.body()).join('\n')
    }
    const bought = new Map<string, { id: string; workId: string; artistId: string }>()

    for (const [script, [artist, title, category, word, slug]] of Object.entries(scripts))
      await test.step(script, async () => {
        const { artworks } = await data<{
          artworks: {
            totalCount: number
            items: { id: string; slug: string; title: string; artist: { id: string } }[]
          }
        }>(
          'query ($search: String!) { artworks(filter: {search: $search}) { totalCount items { id slug title artist { id } } } }',
          { search: word },
        )
        expect(artworks.totalCount).toBeGreaterThanOrEqual(Math.floor(works / Object.keys(scripts).length))
        const work = artworks.items.find((found) => found.title === title)!
        // Letters of any script become Latin ones.
        expect(work.slug).toMatch(new RegExp(`^${slug}[a-z0-9-]*-\\d+$`))
        expect(work.slug).toMatch(/^[a-z]{2}/)

        // The name on the invoice.
        const token = await accessToken(page)
        const { sub } = claimsOf(token)
        const [profile] = await call<{ _id: string }[]>(request, token, 'GET', `/api/profiles?ownerId=${sub}`)
        await call(request, token, 'PUT', `/api/profiles/${profile!._id}`, {
          ...profile,
          firstName: category,
          lastName: artist,
        })
        const { id, tokenId } = await buyByCard(page, work)
        bought.set(script, { id, workId: work.id, artistId: work.artist.id })
        for (const [path, texts] of [
          [`/api/checkouts/${id}/receipt.pdf`, [title, artist, `${category} ${artist}`]],
          [`/api/checkouts/${id}/invoice.pdf`, [title, artist, `${category} ${artist}`]],
          [`/api/tokens/${tokenId}/certificate.pdf`, [title, artist]],
        ] as const) {
          const text = await lines(path)
          for (const part of texts) expect(text, path).toContain(part)
        }
        const mail = await mailbox.waitFor(buyer.email, new RegExp(title))
        expect(mail.Subject + mail.Text).toContain(title)
        expect(await mailbox.html(mail)).toContain(title)

        const shown = `/en/artworks/${work.slug}/`
        await page.goto(shown)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
        await expect(page.getByRole('link', { name: artist }).first()).toBeVisible()
        const manifest = await (await request.get(`${shown}manifest.json`)).json()
        expect(manifest.label.en).toEqual([title])
        expect(JSON.stringify(manifest.metadata)).toContain(artist)
        const metadata = await (await request.get(`/tokens/${tokenId}`)).json()
        expect(metadata.name).toContain(title)
        const traits = new Map<string, unknown>(
          metadata.attributes.map((trait: { trait_type: string; value: unknown }) => [
            trait.trait_type,
            trait.value,
          ]),
        )
        expect(traits.get('Artist')).toBe(artist)
        expect(traits.get('Year')).toBe('c. 1890')
      })

    const [artist, title, category] = scripts[refunded]!
    const { id, artistId } = bought.get(refunded)!
    const bookkeeper = await signedIn(await newClient(), staff)
    await test.step('a refund, with its credit note', async () => {
      const refund = { amount: '1000', note: `${title}: damaged` }
      await bookkeeper.call('POST', `/api/checkouts/${id}/refunds`, refund)
      await until('a credit note', settings.patience, async () =>
        (await bookkeeper.file(`/api/checkouts/${id}/credit-note.pdf`)).ok(),
      )
      const text = await lines(`/api/checkouts/${id}/credit-note.pdf`)
      for (const part of [title, artist, `${category} ${artist}`, '10.00']) expect(text).toContain(part)
    })
    await test.step('the statement of sales, and the export of all of them', async () => {
      const person = newPerson()
      const client = await newClient()
      const { accessToken: fresh } = await startSession(client, 'register', person)
      const link = 'mutation ($id: ID!, $account: String) { linkArtist(id: $id, accountId: $account) { id } }'
      await bookkeeper.mutate(link, { id: artistId, account: claimsOf(fresh).sub })
      const own = await signedIn(client, person)
      const year = new Date().getUTCFullYear()
      const table = await until('the statement', settings.patience, async () => {
        const text = await (await own.file(`/api/statements/${year}.csv`)).text()
        return text.includes(`,Refund,${title},`) && text
      })
      const printed = linesOf(await (await own.file(`/api/statements/${year}.pdf`)).body()).join('\n')
      for (const text of [table, printed]) for (const part of [title, artist]) expect(text).toContain(part)

      const month = new Date().toISOString().slice(0, 7)
      const exported = await client.post('/api/desk/movements', {
        data: { period: month },
        headers: { authorization: `Bearer ${bookkeeper.token}` },
      })
      const movements = await exported.text()
      for (const [name, work] of Object.values(scripts))
        for (const part of [name, work]) expect(movements).toContain(part)
    })
    await test.step('a title of which no address can be made', async () => {
      // The first work is of the first script, and works are numbered as in the file.
      const path = `/en/artworks/${Number(bought.get('Latin')!.workId) + works - 1}/`
      await page.goto(path)
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(wordless)
    })
    await page.close()
  } finally {
    await Promise.all(clients.map((client) => client.dispose()))
    await instance.stop()
  }
})
