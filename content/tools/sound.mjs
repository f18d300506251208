// Makes the recordings of scores: plays what score.js draws, from left to right.
//
//   node sound.mjs           missing recordings
//   node sound.mjs 161 164   these ids, also if they exist
//
// Needs ffmpeg with VP9 and Opus. The score's own code draws onto a canvas that records the shapes: a block is a held note as
// long as it is wide, a line a glide, a disc a bell, dots are falling notes. The height of a shape is its pitch. The film shows a
// still picture, so that it is little larger than its sound. `usual` lists the settings of a recipe's `sound`.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { unit } from '../generators/lib/canvas.js'
import { palette } from '../generators/lib/palettes.js'
import { between, chance, createRandom, shuffle } from '../generators/lib/random.js'
import * as generator from '../generators/score.js'
import { content, readWorks } from './works.mjs'

export const rate = 48_000
const edge = 1280 // the long side, in pixels
const tail = 6 // seconds in which the last notes may fade
const degrees = 18

const usual = {
  seconds: 48,
  root: 110, // Hz, of the lowest degree
  mode: [0, 2, 4, 7, 9], // semitones
  hold: 'string', // the voice of blocks, lines and discs
  ink: '', // their voice where they are drawn in ink, if it is another
  pluck: 'bell', // the voice of notes, beams and dots
  together: false, // whether the systems sound at the same time, each from another direction
  broken: 0, // number of degrees that only tick
  rests: 0, // the number of the system whose large discs are turned pages
  rails: false, // whether a train is heard, which stops before the end
}

// The frequency ratio and loudness of each partial, and the seconds in which a held voice begins or a struck one fades to a third.
const voices = {
  string: { partials: [[1, 1], [2, 0.5], [3, 0.34], [4, 0.16], [5, 0.12], [6, 0.06]], attack: 0.35, vibrato: 0.0035 },
  brass: { partials: [[1, 0.8], [2, 0.7], [3, 0.5], [4, 0.34], [5, 0.2], [6, 0.12], [7, 0.06]], attack: 0.12, vibrato: 0.0012 },
  glass: { partials: [[1, 1], [2.003, 0.22], [3.01, 0.1]], attack: 0.5, vibrato: 0.001 },
  pipe: { partials: [[1, 1], [2, 0.12], [3, 0.3], [5, 0.1]], attack: 0.14, vibrato: 0 },
  breath: { partials: [[1, 0.35], [2, 0.08]], attack: 0.4, vibrato: 0.001, noise: 0.9 },
  bell: { partials: [[1, 1], [2.76, 0.28], [5.4, 0.08]], decay: 0.9 },
  box: { partials: [[1, 0.9], [3.98, 0.25], [7.6, 0.05]], decay: 0.55 },
  wood: { partials: [[1, 1], [2.4, 0.2]], decay: 0.22 },
}

// Returns the shapes of a score in the order in which they are drawn.
export function shapesOf(recipe, width, height) {
  const shapes = []
  let points, moves, curves, round, [ox, oy] = [0, 0]
  const keep = (color, filled) => {
    const [left, right] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))]
    if (round) shapes.push({ ...round, color, filled })
    else if (curves) shapes.push({ kind: 'line', points, color, weight: ctx.lineWidth })
    else if (moves > 1 && right > left) shapes.push({ kind: 'beam', points: points.filter((_, i) => i % 2 === 0), color })
    // The other shapes are staves, bar lines and stems, which aren't played.
  }
  const ctx = {
    lineWidth: 1,
    save() {},
    rotate() {},
    translate: (x, y) => ([ox, oy] = [x, y]),
    restore: () => ([ox, oy] = [0, 0]),
    beginPath: () => ([points, moves, curves, round] = [[], 0, 0, null]),
    moveTo: (x, y) => (moves++, points.push([x, y])),
    lineTo: (x, y) => points.push([x, y]),
    quadraticCurveTo: (_x, _y, x, y) => (curves++, points.push([x, y])),
    arc: (x, y, r) => (round = { kind: 'disc', x, y, r }),
    ellipse: (x, y, rx, ry, _turn, from, to) =>
      (round = to - from > 4 ? { kind: 'note', x: x + ox, y: y + oy } : { kind: 'arc', x, y, rx, rise: from ? -ry : ry }),
    fill: () => keep(ctx.fillStyle, true),
    stroke: () => keep(ctx.strokeStyle, false),
    fillRect: (x, y, w, h) => w < width && shapes.push({ kind: 'block', x, y: y + h / 2, w, h, color: ctx.fillStyle }),
  }
  generator.draw(ctx, { width, height, random: createRandom(recipe.seed), params: recipe.params || {}, t: 0 })
  return shapes
}

// Returns two channels with values from -1 to 1. The same recipe gives the same sound.
export function play(recipe, width, height) {
  const sound = { ...usual, ...recipe.sound }, { systems = 5, margin = 110 } = recipe.params
  const { ink } = palette(recipe.params.palette, recipe.params.parts)
  const random = createRandom(`${recipe.seed} sound`), u = unit(width, height)
  const length = Math.round(sound.seconds * rate)
  const left = new Float32Array(length), right = new Float32Array(length), far = new Float32Array(length)
  const w = width - 2 * margin * u, row = (height - 2 * margin * u) / systems
  const span = (sound.seconds - tail) / (sound.together ? 1 : systems)
  const broken = new Set(shuffle(random, Array.from({ length: degrees }, (_, i) => i)).slice(0, sound.broken))

  const systemOf = (y) => Math.max(0, Math.min(systems - 1, Math.floor((y - margin * u) / row)))
  const timeOf = (x, system) => Math.max(0, Math.min(1, (x - margin * u) / w)) * span + (sound.together ? 0 : system * span)
  const degreeOf = (y, system) => Math.max(0, Math.min(degrees - 1, (1 - (y - margin * u - system * row) / row) * (degrees - 1)))
  const hertz = (degree) => {
    const n = sound.mode.length, at = (k) => sound.mode[k % n] + 12 * Math.floor(k / n), k = Math.floor(degree)
    return sound.root * 2 ** ((at(k) + (at(k + 1) - at(k)) * (degree - k)) / 12)
  }
  // Rooms are side by side. Otherwise the direction of a system is its place on the sheet.
  const placeOf = (x, system) => (sound.together && systems > 1 ? 0.12 + (0.76 * system) / (systems - 1) : 0.5 + 0.5 * ((x - width / 2) / width))

  // Adds a voice. path returns the frequency at a fraction of its time; distance is the share that only the reverb plays.
  function sing({ at, lasts, path, loud, voice: name, place, distance }) {
    const voice = voices[name], begin = Math.round(at * rate), [pl, pr] = [Math.cos((place * Math.PI) / 2), Math.sin((place * Math.PI) / 2)]
    const seconds = voice.decay ? voice.decay * 5 : lasts + 1.2, count = Math.min(length - begin, Math.round(seconds * rate))
    const phases = voice.partials.map(() => random() * 2 * Math.PI), sway = random() * 6
    // Struck voices fade, higher ones faster: by a constant factor per sample, because computing exponentials is slow.
    const levels = voice.partials.map(([, share]) => share)
    const fades = levels.map((_, k) => (voice.decay ? Math.exp(-(1 + 1.4 * k) / (voice.decay * rate)) : 1))
    let low = 0, band = 0
    for (let i = 0; i < count; i++) {
      const t = i / rate
      const swell = voice.decay
        ? Math.min(1, t / 0.004)
        : Math.sin((Math.PI / 2) * Math.min(1, t / voice.attack)) ** 2 * (t < lasts ? 1 : Math.cos((Math.PI / 2) * Math.min(1, (t - lasts) / 1.2)) ** 2)
      const hz = path(Math.min(1, t / Math.max(lasts, 0.01))) * (1 + (voice.vibrato || 0) * Math.sin(2 * Math.PI * 4.6 * t + sway) * Math.min(1, t / 1.5))
      let v = 0
      for (let k = 0; k < phases.length; k++) {
        phases[k] += (2 * Math.PI * hz * voice.partials[k][0]) / rate
        v += levels[k] * Math.sin(phases[k])
        levels[k] *= fades[k]
      }
      if (voice.noise) {
        // Noise through a resonance at the pitch.
        const f = 2 * Math.sin((Math.PI * hz) / rate)
        band += f * (random() * 2 - 1 - low - 0.12 * band)
        low += f * band
        v += voice.noise * 0.35 * band
      }
      v *= swell * loud
      left[begin + i] += v * pl * (1 - distance)
      right[begin + i] += v * pr * (1 - distance)
      far[begin + i] += v * (0.25 + 0.6 * distance)
    }
  }

  // Adds a short noise between two frequencies: a tick, a page, a rail joint.
  function rub({ at, lasts, high, loud, place }) {
    const begin = Math.round(at * rate), count = Math.min(length - begin, Math.round(lasts * rate)), k = 1 - Math.exp((-2 * Math.PI * high) / rate)
    let a = 0, b = 0
    for (let i = 0; i < count; i++) {
      a += k * (random() * 2 - 1 - a)
      b += 0.15 * k * (a - b)
      const v = (a - b) * loud * Math.sin((Math.PI * i) / count) ** 2
      left[begin + i] += v * (1 - place)
      right[begin + i] += v * place
      far[begin + i] += v * 0.2
    }
  }

  function strike(x, y, system, loud, distance) {
    const degree = Math.round(degreeOf(y, system)), at = timeOf(x, system), place = placeOf(x, system)
    if (broken.has(degree)) rub({ at, lasts: 0.02, high: 3200, loud: loud * 1.5, place })
    else sing({ at, lasts: 0, path: () => hertz(degree), loud, voice: sound.pluck, place, distance })
  }

  const shapes = shapesOf(recipe, width, height)
  const large = shapes.filter(({ kind, r, y }) => kind === 'disc' && sound.rests && systemOf(y) === sound.rests - 1 && r > 30 * u)
  for (const shape of shapes) {
    const own = shape.color === ink, voice = (own && sound.ink) || sound.hold, distance = own ? 0.15 : 0.5
    const y = shape.points ? shape.points[0][1] : shape.y, system = systemOf(y)
    const held = (x, length) => ({ at: timeOf(x, system), lasts: Math.max(0.5, (length / w) * span), place: placeOf(x, system), voice, distance })
    if (shape.kind === 'block') {
      const hz = hertz(Math.round(degreeOf(shape.y, system)))
      sing({ ...held(shape.x, shape.w), path: () => hz, loud: 0.1 * Math.min(1, Math.sqrt(shape.h / (30 * u))) })
    } else if (shape.kind === 'line') {
      const xs = shape.points.map(([x]) => x), wide = Math.max(...xs) - xs[0]
      const along = shape.points.map(([, py]) => hertz(degreeOf(py, system)))
      const path = (q) => {
        const k = Math.min(along.length - 2, Math.floor(q * (along.length - 1))), f = q * (along.length - 1) - k
        return along[k] * (along[k + 1] / along[k]) ** (f * f * (3 - 2 * f))
      }
      sing({ ...held(xs[0], wide), path, loud: 0.05 + 0.012 * (shape.weight / u) })
    } else if (shape.kind === 'arc') {
      // Five notes up and down again.
      for (let k = 0; k < 5; k++) {
        const a = (Math.PI * k) / 4
        strike(shape.x - shape.rx * Math.cos(a), shape.y + shape.rise * Math.sin(a), system, 0.07, distance)
      }
    } else if (shape.kind === 'disc' && large.includes(shape)) {
      for (let k = 0; k < 8; k++) rub({ at: timeOf(shape.x - shape.r, system) + k * 0.16 + between(random, 0, 0.1), lasts: between(random, 0.12, 0.5), high: between(random, 900, 2600), loud: 0.5, place: random() })
    } else if (shape.kind === 'disc' && shape.r > 8 * u) {
      const hz = hertz(Math.round(degreeOf(shape.y, system)))
      sing({ ...held(shape.x - shape.r, shape.r * 3), path: () => hz, loud: shape.filled ? 0.13 : 0.07 })
    } else if (shape.kind === 'disc') strike(shape.x, shape.y, system, 0.012 + 0.006 * (shape.r / u), 0.5)
    else if (shape.kind === 'beam') for (const [x, py] of shape.points) strike(x, py, system, 0.09, distance)
    else strike(shape.x, shape.y, system, shape.filled ? 0.13 : 0.08, distance)
  }
  if (sound.rails) {
    const stop = sound.seconds - tail * 1.6
    for (let at = 0.6, pause = 1.15; at < stop; at += pause) {
      for (const [after, loud] of [[0, 1.1], [0.17, 0.8]]) rub({ at: at + after, lasts: 0.14, high: 190, loud: loud * 2.4, place: 0.45 + 0.1 * (chance(random, 0.5) ? 1 : 0) })
      if (at > stop * 0.72) pause *= 1.18
    }
  }
  echo(far, left, right)
  return master(left, right)
}

// A reverb: eight delays that feed each other and lose high frequencies with each pass.
function echo(from, left, right) {
  const lines = [1687, 1931, 2269, 2617, 3023, 3413, 3851, 4337].map((n) => ({ n, buffer: new Float32Array(n), dull: 0 }))
  for (let i = 0; i < from.length; i++) {
    const out = lines.map(({ n, buffer }) => buffer[i % n])
    const sum = out.reduce((a, b) => a + b, 0) / 4
    lines.forEach((line, k) => {
      line.dull += 0.42 * (out[k] - sum - line.dull)
      line.buffer[i % line.n] = from[i] + line.dull * 0.9
    })
    left[i] += 0.2 * (out[0] + out[2] - out[4] + out[6])
    right[i] += 0.2 * (out[1] - out[3] + out[5] + out[7])
  }
}

// Normalizes the loud parts of every score to the same level, soft-clips peaks, and fades in and out.
function master(left, right) {
  const levels = Float32Array.from({ length: left.length >> 3 }, (_, i) => Math.max(Math.abs(left[i << 3]), Math.abs(right[i << 3]))).sort()
  const gain = 0.42 / levels[Math.floor(levels.length * 0.99)]
  const out = new Float32Array(left.length * 2), fade = (seconds, i) => Math.sin((Math.PI / 2) * Math.min(1, i / (seconds * rate))) ** 2
  for (let i = 0; i < left.length; i++) {
    const open = fade(0.8, i) * fade(5, left.length - 1 - i)
    out[2 * i] = 0.8 * Math.tanh(left[i] * gain) * open
    out[2 * i + 1] = 0.8 * Math.tanh(right[i] * gain) * open
  }
  return out
}

async function record(medium, out) {
  const recipe = medium.get('recipe').toJSON(), [width, height] = [medium.get('width'), medium.get('height')]
  const k = edge / Math.max(width, height), size = [width, height].map((n) => Math.round((n * k) / 2) * 2)
  await mkdir(path.dirname(out), { recursive: true })
  const encoder = spawn('ffmpeg', ['-y', '-loglevel', 'error', '-f', 'f32le', '-ar', String(rate), '-ac', '2', '-i', '-',
    '-loop', '1', '-framerate', '1', '-t', String(recipe.sound.seconds), '-i', path.join(content, 'media', medium.get('poster')),
    '-map', '1:v', '-map', '0:a', '-vf', `scale=${size.join(':')}:flags=lanczos,format=yuv420p`, '-c:v', 'libvpx-vp9', '-crf', '30', '-b:v', '0', '-g', '600',
    '-c:a', 'libopus', '-b:a', '72k', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact', out],
  { stdio: ['pipe', 'inherit', 'inherit'] })
  const ended = new Promise((done, fail) => encoder.on('close', (code) => (code ? fail(new Error(`ffmpeg ended with ${code}`)) : done())))
  encoder.stdin.end(Buffer.from(play(recipe, width, height).buffer))
  await ended
}

async function main(ids) {
  for (const entry of await readWorks()) {
    for (const medium of entry.doc.get('media').items) {
      if (!medium.getIn(['recipe', 'sound']) || (ids.length && !ids.includes(entry.doc.get('id')))) continue
      const out = path.join(content, 'media', medium.get('file'))
      if (!ids.length && (await stat(out).catch(() => null))) continue
      await record(medium, out)
      const bytes = await readFile(out)
      // Only the line of this file changes in the entry.
      const text = await readFile(entry.file, 'utf8'), at = text.indexOf(`file: ${medium.get('file')}\n`)
      const sum = createHash('sha256').update(bytes).digest('hex')
      await writeFile(entry.file, text.slice(0, at) + text.slice(at).replace(/^( {4}sha256: ).*$/m, `$1${sum}`))
      console.log(`${entry.doc.get('id')}\t${Math.round(bytes.length / 1024)} KB\t${path.basename(out)}`)
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2).map(Number))
