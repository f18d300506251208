// Draws a live work: at once as its still, then, when it is asked to, as time passes. A generator that moves is drawn at each
// time; another one draws its picture anew, stroke by stroke, and then rests.
//
// The picture depends on the recipe, the hash and the time that has passed in the work, nothing else. The clock is read
// to move that time on and to keep the work from taking more than half of one core.
import { createRandom } from './lib/random.js'
import { createGrowth, whole } from './live/src/growth.js'
import { isHash, readMessage } from './live/src/protocol.js'
import { chosenParams, editionParams } from './live/src/vary.js'

const longest = 1600 // pixels of the canvas's long edge
const slow = 40 // milliseconds for a frame, beyond which it is drawn smaller
const step = 1 / 10 // seconds that one frame may move time on: after a pause nothing jumps

export function run(generator) {
  const work = JSON.parse(document.getElementById('work').textContent)
  const canvas = document.querySelector('canvas')
  const context = canvas.getContext('2d')
  const framed = window.parent !== window
  const asked = new URLSearchParams(location.search).get('hash')
  const ratio = work.width / work.height
  const moves = generator.meta.moving && !work.params?.grow
  let hash = isHash(asked) ? asked : null
  let time = 0
  let scale = 1
  let wanted = false
  let seen = true
  let last = 0
  let next = 0
  let params = null
  let growth = null

  const tell = (message) => framed && window.parent.postMessage(message, '*')

  function fit() {
    const wide = Math.min(innerWidth, innerHeight * ratio)
    const dense = Math.min(devicePixelRatio || 1, 2)
    const long = Math.max(wide, wide / ratio)
    const k = Math.min(dense, longest / Math.max(1, long)) * scale
    canvas.style.width = `${wide}px`
    canvas.style.height = `${wide / ratio}px`
    canvas.width = Math.max(1, Math.round(wide * k))
    canvas.height = Math.max(1, Math.round((wide / ratio) * k))
    params = editionParams(work.params, hash)
    growth = moves ? null : createGrowth(canvas, context, paint)
  }

  function paint(pen) {
    pen.save()
    generator.draw(pen, { width: canvas.width, height: canvas.height, random: createRandom(hash ?? work.seed), params, t: moves ? time : 0 })
    pen.restore()
  }

  const draw = () => (growth ? growth(time) : paint(context))

  // Anew: at time 0 it is the still of this hash.
  function begin() {
    fit()
    draw()
    tell({ type: 'parameters', hash, values: chosenParams(work.params, params) })
    tell({ type: 'rendered', hash, time })
  }

  function frame(now) {
    next = 0
    if (!going()) return
    time += Math.min(step, last ? (now - last) / 1000 : 0)
    last = now
    const began = performance.now()
    draw()
    const took = performance.now() - began
    if (moves && took > slow && scale > 0.5) {
      scale = Math.max(0.5, scale * 0.8)
      fit()
      draw()
    }
    // As long a rest as the drawing took leaves half of the core to everything else.
    if (took > 8) setTimeout(schedule, took)
    else schedule()
  }

  const going = () => wanted && seen && !document.hidden && (moves || time < whole)

  function schedule() {
    if (!next && going()) next = requestAnimationFrame(frame)
  }

  function wake() {
    last = 0
    schedule()
  }

  addEventListener('message', (event) => {
    if (!framed || event.source !== window.parent) return
    const message = readMessage(event.data)
    if (!message) return
    if (message.type === 'seed') {
      hash = message.hash
      time = message.time
      begin()
      wake()
    } else {
      wanted = message.type === 'resume'
      wake()
    }
  })
  addEventListener('resize', () => {
    fit()
    draw()
  })
  document.addEventListener('visibilitychange', wake)
  new IntersectionObserver((entries) => {
    seen = entries.at(-1).isIntersecting
    wake()
  }).observe(canvas)

  begin()
  tell({ type: 'ready' })
  // Alone in a window there is nobody who would ask.
  if (!framed && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
    wanted = true
    wake()
  }
}
