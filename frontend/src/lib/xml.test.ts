import { expect, test } from 'vitest'
import { element, xml } from './xml'

test('texts cannot leave their element', () => {
  expect(element('title', xml('A & B </title>\u0000 "c"'))).toBe(
    '<title>A &amp; B &lt;/title&gt; &quot;c&quot;</title>',
  )
})
