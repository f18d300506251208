// node --test: the check fails works that it must fail, and passes one that draws the same every time.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { check, launch } from './check-render.mjs'
import { livePage } from './live.mjs'
import { content, readLiveWorks } from './works.mjs'

const square = { seed: 1, width: 200, height: 200 }
const fixture = (name) => readFile(path.join(content, 'tools/testdata', name), 'utf8')

let browser
before(async () => {
  browser = await launch()
})
after(() => browser.close())

test('a work with randomness of its own fails', async () => {
  assert.match((await check(browser, await fixture('unsteady.html'), square, 1)).problem, /^10 of 10 pictures differ/)
})

test('a work that depends on the day fails', async () => {
  assert.match((await check(browser, await fixture('dated.html'), square, 1)).problem, /^10 of 10 pictures differ/)
})

test('a work that needs the network is never ready', async () => {
  assert.match((await check(browser, await fixture('reaching.html'), square, 1)).problem, /ready/)
})

test('a work of the gallery passes, and its hash matters', async () => {
  const [{ generator, work, id }] = await readLiveWorks()
  const { problem, distinct } = await check(browser, await livePage(generator), work, id)
  assert.equal(problem, '')
  assert.equal(distinct, 5)
})
