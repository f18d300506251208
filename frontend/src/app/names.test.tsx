// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs'
import { cleanup, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, expect, test } from 'vitest'
import { ArtworkCard } from '@/features/artwork/ui/artwork-card'
import { DropCard } from '@/features/drop/ui/drop-card'
import { OrderStory } from '@/features/order/ui/order-story'
import { PostArticle } from '@/features/post/ui/post-article'
import { titleOf } from '@/lib/metadata'
import { breadcrumbs } from '@/lib/structured'
import { titleBy } from '@/messages/artwork'
import { Field } from '@/ui/field'
import { Chips } from '@/ui/listing'
import { TextArea } from '@/ui/text-area'
import { Person } from './[lang]/person'

afterEach(cleanup)

// A title in Hebrew or Arabic reorders the punctuation and numbers around it, unless it stands in an element with its own direction.

/** What people called themselves and their works, as components name it. */
const people =
  /\{(?:\w+!?\??\.)*(?:title|artworkTitle|artist|artistName|artist\.name|curator\.name|displayName|author|author\.name|authorName|drop\.title)\}/g

/** Texts of ours with such names: headings of parts, dialogs and pages. */
const ours = [
  'app/[lang]/entrance.tsx',
  'features/approval/ui/decision.tsx',
  'features/desk/ui/order-parts.tsx',
  'features/desk/ui/today.tsx',
  'features/desk/ui/phase-fields.tsx',
  'features/payout/ui/payouts.tsx',
  'features/post/ui/preview-words.tsx',
  'features/review/ui/cases.tsx',
  'ui/dialog.tsx',
  'ui/link-page.tsx',
  'ui/listing.tsx',
  'ui/message.tsx',
  'ui/notice.tsx',
]

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (path) => /^(app|features|ui)\/.*(?<!\.test)\.tsx$/.test(path) && !ours.includes(path),
)

test('each name and title stands in an element with its own direction', () => {
  const bare = files.flatMap((file) => {
    const text = readFileSync(`src/${file}`, 'utf8')
    return [...text.matchAll(people)].flatMap(({ 0: name, index }) => {
      const before = text.slice(0, index).trimEnd()
      // An attribute, a pattern, or a text of the messages.
      if (
        !/[>}]$|[^=(,{]\s$/.test(text.slice(0, index)) ||
        /(=|=>|\(|\$)$/.test(before) ||
        /^\{(t|lists)\./.test(name)
      )
        return []
      const [tag = ''] = /<[a-zA-Z][^<]*>$/.exec(before) ?? []
      return /^<(Name|bdi)\b|dir="auto"/.test(tag)
        ? []
        : [`${file}:${text.slice(0, index).split('\n').length} ${name}`]
    })
  })
  expect(bare).toEqual([])
})

const title = 'לילה בחלב (2)'
const name = 'مريم حداد'

/** The element that holds exactly this text, and isolates it. */
function isolated(text: string, lang: string | null) {
  const [element, ...more] = screen.getAllByText(text)
  expect(more).toEqual([])
  expect(element!.tagName === 'BDI' || element!.getAttribute('dir') === 'auto').toBe(true)
  expect(element!.getAttribute('lang')).toBe(lang)
}

test('a card', () => {
  const card = {
    id: '1',
    slug: 'layla-1',
    title,
    language: 'he',
    date: '2024',
    artist: name,
    edition: 'Edition of 3',
    offer: '$40',
    picture: { src: '', alt: '' },
  } as ComponentProps<typeof ArtworkCard>['card']
  render(<ArtworkCard card={card} lang="en" sizes="" />)
  isolated(title, 'he')
  isolated(name, null)
  expect(screen.getByRole('heading').textContent).toBe(`${title}, 2024`)
})

test('the head of a person’s page, and their words', () => {
  render(<Person kind="artist" person={{ id: '1', name, bio: 'שלום לכולם.', portrait: null }} />)
  isolated(name, null)
  const words = screen.getByText('שלום לכולם.')
  expect([words.dir, words.lang]).toEqual(['rtl', 'he'])
})

test('a post', () => {
  const post = { title, summary: 'مرحبا، 3.', publishedAt: '2026-01-02T00:00:00Z', cover: null }
  render(<PostArticle post={post} category="News" author={name} html="" />)
  isolated(title, 'he')
  isolated(name, null)
  isolated('مرحبا، 3.', null)
})

test('a drop', () => {
  const drop = {
    id: '1',
    slug: 'd-1',
    title,
    summary: title,
    status: 'LIVE',
    startsAt: '2026-01-02T00:00:00Z',
    endsAt: null,
    artworkCount: 3,
    editionsSold: 0,
    editionsTotal: 9,
    cover: null,
    curator: { name },
    sale: { startsAt: '2026-01-02T00:00:00Z', endsAt: null },
  } as unknown as ComponentProps<typeof DropCard>['drop']
  render(<DropCard drop={drop} lang="en" />)
  for (const element of screen.getAllByText(title)) {
    expect(element.tagName === 'BDI' || element.dir === 'auto').toBe(true)
    expect(element.lang).toBe('he')
  }
})

test('an order', () => {
  const order = {
    id: '0192f0c0-0000-7000-8000-000000000001',
    artworkSlug: 'layla-1',
    artworkTitle: title,
    artistName: name,
    editionNumber: 3,
    editionSize: 25,
    status: 'completed',
    price: { amount: '4000', currency: 'USD' },
    createdAt: '2026-01-02T00:00:00Z',
  } as ComponentProps<typeof OrderStory>['order']
  render(
    <OrderStory
      lang="en"
      order={order}
      steps={[]}
      picture={null}
      documents={null}
      hasDocuments
      withdrawal={null}
      chains={[]}
    />,
  )
  isolated(name, null)
})

test('a chosen filter', () => {
  render(<Chips chips={[{ filter: 'Search', value: title, href: '/' }]} clearHref="/" />)
  isolated(title, null)
})

test('plain text: titles of pages', () => {
  expect(titleOf(title, 2)).toBe(`\u2068${title}\u2069, page 2`)
  expect(titleBy(title, 'Ada')).toBe(`\u2068${title}\u2069 by Ada`)
  // Programs read it.
  expect(JSON.stringify(breadcrumbs('https://example.org', [title, '/en/']))).not.toContain('\u2068')
})

test('what people write is typed in their direction', () => {
  render(
    <>
      <Field label="Title" />
      <TextArea label="Statement" />
    </>,
  )
  for (const label of ['Title', 'Statement']) expect(screen.getByLabelText(label).dir).toBe('auto')
})
