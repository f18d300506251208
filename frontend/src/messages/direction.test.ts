import { expect, test } from 'vitest'
import { isolate } from './direction'
import { languageOf } from './language'

test.each([
  ['לילה בחלב', 'he'],
  ['Ωδή 2', 'el'],
  ['สวัสดี', 'th'],
  ['한국 韓', 'ko'],
  ['ラ・ラー、今', 'ja'],
  ['Այբ', 'hy'],
  // One letter may be a symbol, and several languages share these scripts.
  ['Ω', undefined],
  ['你、我', undefined],
  ['ليل', undefined],
  ['Ночь', undefined],
  ['Night, לילה', undefined],
  ['12', undefined],
])('the language of %s: %s', (text, lang) => {
  expect(languageOf(text)).toBe(lang)
})

test.each([
  ['ليل (2)', '\u2068ليل (2)\u2069'],
  ['Night, לילה', '\u2068Night, לילה\u2069'],
  ['\u{1e900}', '\u2068\u{1e900}\u2069'],
  ['Long Furrow, 3', 'Long Furrow, 3'],
  ['ラ', 'ラ'],
])('only right-to-left text stands between isolates: %s', (text, isolated) => {
  expect(isolate(text)).toBe(isolated)
})
