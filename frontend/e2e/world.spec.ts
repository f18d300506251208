import { linesOf } from '../../render/test/pdf'
import { accessToken, call, startSession, until } from './api'
import { becomeBuyer, buyByCard, expect, test } from './fixtures'
import { startInstance } from './instance'
import { Mailbox } from './mailbox'
import { settings } from './settings'

const editor = { email: 'content@example.org', password: 'vitrine' }

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

/** A collection of invented works, in turn in each of the scripts, as two CSV files. */
function collection() {
  const all = Object.values(scripts)
  const rows = Array.from({ length: works }, (_, i) => {
    const [, title, category] = all[i % all.length]!
    const name = i < all.length ? title : `${title} ${Math.floor(i / all.length) + 1}`
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

test('a collection in eleven scripts arrives, is sold, and reads the same everywhere', {
  tag: '@all',
}, async ({ browser }) => {
  test.setTimeout(600_000)
  const instance = await startInstance(settings.offset + 6000)
  try {
    const page = await browser.newPage({ baseURL: instance.baseURL })
    const { request } = page.context()
    const data = async <Data>(query: string, variables: object): Promise<Data> =>
      (await (await request.post('/graphql', { data: { query, variables } })).json()).data

    const { accessToken: staff } = await startSession(request, 'login', editor)
    const files = collection()
    const file = (name: string, text: string) => ({
      name,
      content: Buffer.from(`\uFEFF${text}`, 'utf16le').toString('base64'),
    })
    const at = `/api/desk/imports/${crypto.randomUUID()}`
    const { check } = await call<{ check: { problemCount: number; artworks: { encoding: string } } }>(
      request,
      staff,
      'PUT',
      at,
      {
        name: 'world',
        artists: file('artists.csv', files.artists),
        artworks: file('artworks.csv', files.artworks),
      },
    )
    expect(check).toMatchObject({ problemCount: 0, artworks: { encoding: 'UTF-16', rows: works } })
    await call(request, staff, 'POST', `${at}/start`, {})
    await until('the import', 120_000, async () => {
      const { state } = await call<{ state: string }>(request, staff, 'GET', at)
      expect(state).not.toBe('failed')
      return state === 'done'
    })
    // Another person.
    await page.context().clearCookies()
    const mailbox = new Mailbox(instance.mailboxURL)
    const buyer = await becomeBuyer(page, mailbox)

    for (const [script, [artist, title, , word, slug]] of Object.entries(scripts))
      await test.step(script, async () => {
        const { artworks } = await data<{
          artworks: { totalCount: number; items: { id: string; slug: string; title: string }[] }
        }>(
          'query ($search: String!) { artworks(filter: {search: $search}) { totalCount items { id slug title } } }',
          { search: word },
        )
        expect(artworks.totalCount).toBeGreaterThanOrEqual(Math.floor(works / Object.keys(scripts).length))
        const work = artworks.items.find((found) => found.title === title)!
        // Letters of any script become Latin ones.
        expect(work.slug).toMatch(new RegExp(`^${slug}[a-z0-9-]*-\\d+$`))
        expect(work.slug).toMatch(/^[a-z]{2}/)

        const { id, tokenId } = await buyByCard(page, work)
        const token = await accessToken(page)
        const lines = async (path: string) => {
          const response = await request.get(path, { headers: { authorization: `Bearer ${token}` } })
          expect(response.status(), path).toBe(200)
          return linesOf(await response.body()).join('\n')
        }
        for (const path of [`/api/checkouts/${id}/receipt.pdf`, `/api/tokens/${tokenId}/certificate.pdf`]) {
          const text = await lines(path)
          expect(text, path).toContain(title)
          expect(text, path).toContain(artist)
        }
        const mail = await mailbox.waitFor(buyer.email, new RegExp(title))
        expect(mail.Subject + mail.Text).toContain(title)

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
    await page.close()
  } finally {
    await instance.stop()
  }
})
