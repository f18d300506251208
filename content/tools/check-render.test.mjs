// node --test: the check fails works that it must fail, and passes one that draws the same every time.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { parse, stringify } from 'yaml'
import { check, drawnFrom, launch, proves, seedsOf } from './check-render.mjs'
import { livePage } from './live.mjs'
import { tokenHash } from './tokens.mjs'
import { content, readLiveWorks } from './works.mjs'

const square = { seed: 1, width: 200, height: 200 }
const fixture = (name) => readFile(path.join(content, 'tools/testdata', name), 'utf8')

let browser
before(async () => {
  browser = await launch()
})
after(() => browser.close())

test('a work with other randomness fails', async () => {
  assert.match((await check(browser, await fixture('unsteady.html'), square, 1, 4)).problem, /^10 of 10 pictures differ/)
})

test('a work that depends on the day fails', async () => {
  assert.match((await check(browser, await fixture('dated.html'), square, 1, 4)).problem, /^10 of 10 pictures differ/)
})

test('a work that waits for the network fails', async () => {
  assert.match((await check(browser, await fixture('reaching.html'), square, 1, 4)).problem, /^asks for what its origin refuses/)
})

test('a work that calls the network and draws without the response fails', async () => {
  assert.match((await check(browser, await fixture('asking.html'), square, 1, 4)).problem, /^asks for what its origin refuses/)
})

test('a work that throws fails with what it threw', async () => {
  assert.equal((await check(browser, await fixture('throwing.html'), square, 1, 4)).problem, 'throws: out of paint')
})

test('a work that says nothing fails', async () => {
  assert.equal((await check(browser, '<!doctype html><script type="application/json" id="work">{}</script>', square, 1, 4)).problem, 'does not say that it is ready')
})

test('a work of the gallery passes, and its hash matters', async () => {
  const [{ generator, work, id }] = await readLiveWorks()
  const { problem, distinct } = await check(browser, await livePage(generator), work, id, 4)
  assert.equal(problem, '')
  assert.equal(distinct, 5)
})

test('editions are drawn from the hashes that the contract answers', async () => {
  const vectors = JSON.parse(await readFile(path.join(content, '../contracts/vectors/token-hashes.json'), 'utf8'))
  assert.ok(vectors.length > 0)
  for (const { artwork, edition, hash } of vectors) assert.equal(tokenHash(artwork, edition), hash)
})

test('of a large edition the first 64 are drawn, of a small one all', () => {
  const seeds = seedsOf(1, 10_000)
  assert.equal(seeds.length, 65)
  assert.equal(seeds.at(-1), tokenHash(1, 64))
  assert.deepEqual(seedsOf(7, 1), [null, tokenHash(7, 1)])
})

test('a proof is of one page, one recipe and all the editions', () => {
  const live = { id: 7, work: { seed: 1, width: 200, height: 100, params: { scale: 0.5, palette: 'fjord' } }, editions: 2 }
  const seeds = ['1', tokenHash(7, 1), tokenHash(7, 2)]
  // As it is read from its file, in whatever order its fields stand.
  const proof = parse(stringify({ ...drawnFrom('page', live.work), editions: { drawn: 2, of: 2 }, seeds }))
  assert.equal(proves(proof, 'page', live), true)
  assert.equal(proves(proof, 'page', { ...live, work: { params: { palette: 'fjord', scale: 0.5 }, seed: 1, height: 100, width: 200 } }), true)
  assert.equal(proves(proof, 'page, edited', live), false)
  for (const change of [{ seed: 2 }, { width: 201 }, { params: { scale: 0.6, palette: 'fjord' } }, { params: undefined }])
    assert.equal(proves(proof, 'page', { ...live, work: { ...live.work, ...change } }), false)
  assert.equal(proves(proof, 'page', { ...live, editions: 3 }), false)
  assert.equal(proves({ ...proof, seeds: seeds.toReversed() }, 'page', live), false)
  // Drawn by older tools, or never.
  const { page, recipe, ...older } = proof
  assert.equal(proves(older, 'page', live), false)
  assert.equal(proves({}, 'page', live), false)
})
