// node --test: works that aren't deterministic fail the check, and a deterministic one passes.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { parse, stringify } from 'yaml'
import { check, drawAll, drawnFrom, fill, launch, proves, seedsOf } from './check-render.mjs'
import { editionParams } from '../live/src/vary.js'
import { livePage } from './live.mjs'
import { tokenHash } from './tokens.mjs'
import { content, readLiveWorks } from './works.mjs'

const square = { seed: 1, width: 200, height: 200 }
const fixture = (name) => readFile(path.join(content, 'tools/testdata', name), 'utf8')

/** Tests that `make test-all` runs, with LONG. */
const long = process.env.LONG ? test : () => {}

let browser
before(async () => {
  browser = await launch()
})
after(() => browser.close())

test('a work with other randomness fails', async () => {
  assert.match((await check(browser, await fixture('unsteady.html'), square, 1, 4)).problem, /^10 of 10 pictures differ/)
})

long('a work that depends on the day fails', async () => {
  assert.match((await check(browser, await fixture('dated.html'), square, 1, 4)).problem, /^10 of 10 pictures differ/)
})

test('a work that waits for the network fails', async () => {
  assert.match((await check(browser, await fixture('reaching.html'), square, 1, 4)).problem, /^requests what its origin blocks/)
})

long('a work that calls the network and draws without the response fails', async () => {
  assert.match((await check(browser, await fixture('asking.html'), square, 1, 4)).problem, /^requests what its origin blocks/)
})

test('a work that throws fails with its error', async () => {
  assert.equal((await check(browser, await fixture('throwing.html'), square, 1, 4)).problem, 'throws: out of paint')
})

long('a work that sends no message fails', async () => {
  assert.equal((await check(browser, '<!doctype html><script type="application/json" id="work">{}</script>', square, 1, 4)).problem, 'did not report that it is ready')
})

long('a work of the gallery passes, and its hash changes the picture', async () => {
  const [{ generator, work, id }] = await readLiveWorks()
  const { problem, distinct } = await check(browser, await livePage(generator), work, id, 4)
  assert.equal(problem, '')
  assert.equal(distinct, 5)
})

long('a still work draws itself again and ends with the same picture', async () => {
  const seen = new Set()
  for (const { generator, work, id } of await readLiveWorks()) {
    const { meta } = await import(`../generators/${generator}.js`)
    if ((meta.moving && !work.params?.grow) || seen.has(generator)) continue
    seen.add(generator)
    // At rest, fading, half drawn, complete; then back from the end to the middle.
    const pictures = await drawAll(browser, fill(await livePage(generator), work), work, [tokenHash(id, 2)], undefined, [0, 2, 3, 9, 60, 9])
    const [begin, resting, fading, half, whole, again] = pictures
    assert.equal(resting, begin, generator)
    assert.equal(whole, begin, generator)
    assert.equal(again, half, generator)
    assert.equal(new Set([begin, fading, half]).size, 3, generator)
  }
  assert.ok(seen.size > 0)
})

test('a hash varies only what the recipe allows, in whatever order its names are', () => {
  const params = { palette: 'fjord', scale: 1, grow: true, vary: { scale: { from: 2, to: 3 }, rows: { from: 4, to: 9, whole: true }, at: { each: [[1], { from: 0, to: 1 }] } } }
  assert.deepEqual(editionParams(params, null), { palette: 'fjord', scale: 1 })
  const one = editionParams(params, tokenHash(7, 1))
  assert.ok(one.scale >= 2 && one.scale <= 3 && Number.isInteger(one.rows) && one.at[0] === 1 && one.at[1] < 1)
  const { scale, rows, at } = params.vary
  assert.deepEqual(editionParams({ ...params, vary: { at, rows, scale } }, tokenHash(7, 1)), one)
  assert.notDeepEqual(editionParams(params, tokenHash(7, 2)), one)
  const together = { vary: { sets: [{ a: 1, b: 2 }, { a: 3, b: 4 }] } }
  for (let edition = 1; edition < 9; edition++) assert.ok(['{"a":1,"b":2}', '{"a":3,"b":4}'].includes(JSON.stringify(editionParams(together, tokenHash(7, edition)))))
  assert.deepEqual(editionParams(undefined, tokenHash(7, 1)), {})
})

test('editions are drawn from the hashes that the contract returns', async () => {
  const vectors = JSON.parse(await readFile(path.join(content, '../contracts/vectors/token-hashes.json'), 'utf8'))
  assert.ok(vectors.length > 0)
  for (const { artwork, edition, hash } of vectors) assert.equal(tokenHash(artwork, edition), hash)
})

test('the first 64 of a large edition are drawn, and all of a small one', () => {
  const seeds = seedsOf(1, 10_000)
  assert.equal(seeds.length, 65)
  assert.equal(seeds.at(-1), tokenHash(1, 64))
  assert.deepEqual(seedsOf(7, 1), [null, tokenHash(7, 1)])
})

test('a proof is valid for one page, one recipe and all editions', () => {
  const live = { id: 7, work: { seed: 1, width: 200, height: 100, params: { scale: 0.5, palette: 'fjord' } }, editions: 2 }
  const seeds = ['1', tokenHash(7, 1), tokenHash(7, 2)]
  // As read from its file, whose fields may be in any order.
  const proof = parse(stringify({ ...drawnFrom('page', live.work), editions: { drawn: 2, of: 2 }, seeds }))
  assert.equal(proves(proof, 'page', live), true)
  assert.equal(proves(proof, 'page', { ...live, work: { params: { palette: 'fjord', scale: 0.5 }, seed: 1, height: 100, width: 200 } }), true)
  assert.equal(proves(proof, 'page, edited', live), false)
  for (const change of [{ seed: 2 }, { width: 201 }, { params: { scale: 0.6, palette: 'fjord' } }, { params: undefined }])
    assert.equal(proves(proof, 'page', { ...live, work: { ...live.work, ...change } }), false)
  assert.equal(proves(proof, 'page', { ...live, editions: 3 }), false)
  assert.equal(proves({ ...proof, seeds: seeds.toReversed() }, 'page', live), false)
  // Written by an older tool, or missing.
  const { page, recipe, ...older } = proof
  assert.equal(proves(older, 'page', live), false)
  assert.equal(proves({}, 'page', live), false)
})
