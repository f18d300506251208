import assert from 'node:assert/strict'
import test from 'node:test'
import { play, rate } from './sound.mjs'
import { readWorks } from './works.mjs'

const works = await readWorks()

test('a recording is as long as its entry says, in every place', () => {
  let seen = 0
  for (const { doc } of works) {
    for (const medium of doc.toJS().media) {
      if (!medium.recipe?.sound) continue
      seen++
      const { seconds } = medium.recipe.sound
      assert.equal(medium.duration, seconds, doc.get('title'))
      assert.match(doc.get('medium'), new RegExp(`\\b${seconds} seconds`))
      assert.ok(doc.toJS().attributes.some(({ value }) => value === `${seconds} seconds`), `${doc.get('title')} has no attribute of ${seconds} seconds`)
    }
  }
  assert.ok(seen >= 4)
})

test('the same score sounds the same, begins and ends in silence, and never clips', () => {
  const face = works.find(({ doc }) => doc.get('id') === 163).doc.toJS().media[0]
  const recipe = { ...face.recipe, sound: { ...face.recipe.sound, seconds: 9, broken: 3 } }
  const sound = play(recipe, face.width, face.height)
  // Bytes are compared as a whole, numbers one by one.
  assert.ok(Buffer.from(sound.buffer).equals(Buffer.from(play(recipe, face.width, face.height).buffer)))
  assert.equal(sound.length, 9 * rate * 2)
  const loudest = (from, to) => sound.subarray(from * rate * 2, to * rate * 2).reduce((most, v) => Math.max(most, Math.abs(v)), 0)
  assert.ok(loudest(0, 0.01) < 0.001 && loudest(8.99, 9) < 0.001)
  assert.ok(loudest(0, 9) <= 0.8 && loudest(1, 5) > 0.2, String(loudest(0, 9)))
})
