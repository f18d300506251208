import { expect, test } from 'vitest'
import { opening, plainText, renderMarkdown } from './markdown'

test('raw HTML stays text, dangerous addresses go', () => {
  expect(renderMarkdown('<script>alert(1)</script>')).not.toContain('<script')
  expect(renderMarkdown('[x](javascript:alert(1))')).toBe('<p><a href="">x</a></p>')
  expect(renderMarkdown('<img src=x onerror=alert(1)>')).not.toContain('<img')
})

test('a text never brings a second h1', () => {
  expect(renderMarkdown('# One')).toBe('<h2>One</h2>')
})

test('tables and emphasis', () => {
  expect(renderMarkdown('| a |\n| - |\n| *b* |')).toContain('<td><em>b</em></td>')
})

test('a backslash ends a line', () => {
  expect(renderMarkdown('One\\\nTwo')).toBe('<p>One<br />\nTwo</p>')
  expect(plainText('One\\\nTwo')).toBe('One Two')
})

test('plain text cuts at a word', () => {
  expect(plainText('A *work* about [tides](/x).')).toBe('A work about tides.')
  const cut = plainText('word '.repeat(100), 50)
  expect(cut.length).toBeLessThanOrEqual(50)
  expect(cut.endsWith('word…')).toBe(true)
})

test('a summary is whole sentences of the first paragraph', () => {
  const text =
    'She *hung* pictures. She counted them: all, at St. Ives, too. Then she left.\n\nAnother paragraph.'
  expect(opening(text, 300)).toBe(
    'She hung pictures. She counted them: all, at St. Ives, too. Then she left.',
  )
  expect(opening(text, 60)).toBe('She hung pictures. She counted them: all, at St. Ives, too.')
  // One sentence is shown whole, however long it is.
  expect(opening(text, 5)).toBe('She hung pictures.')
  expect(opening('', 60)).toBe('')
})

test('each block of a text with right-to-left letters runs in the direction of its first letter', () => {
  expect(renderMarkdown('“שלום”, 3.\n\nHello, שלום.')).toBe(
    '<p dir="rtl" lang="he">“שלום”, 3.</p>\n<p dir="ltr">Hello, שלום.</p>',
  )
  expect(renderMarkdown('> مرحبا & *ليل*\n\n- 1 ليل\n- two')).toBe(
    '<blockquote dir="rtl">\n<p dir="rtl">مرحبا &amp; <em>ليل</em></p>\n</blockquote>\n<ul dir="rtl">\n<li dir="rtl">1 ليل</li>\n<li dir="ltr">two</li>\n</ul>',
  )
  expect(renderMarkdown('# Ωδή &amp; 2\n\n3')).toBe('<h2 lang="el">Ωδή &amp; 2</h2>\n<p>3</p>')
  expect(renderMarkdown('Hello, *you*')).toBe('<p>Hello, <em>you</em></p>')
})
