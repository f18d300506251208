// A generator that knows no time draws itself: its picture rests, fades into its ground, and is drawn anew, stroke by stroke,
// until it is the same picture. What is shown depends on the time alone.
const rest = 2.5 // seconds for which the whole picture is shown first
const fade = 1
const grow = 12
export const whole = rest + fade + grow

const paints = new Set(['fill', 'stroke', 'fillRect', 'strokeRect', 'clearRect', 'fillText', 'strokeText', 'drawImage', 'putImageData'])
// Calls whose result or effect the generator may read back.
const needed = new Set(['save', 'restore', 'createImageData', 'getImageData', 'measureText', 'createLinearGradient', 'createRadialGradient'])

// Records what draw does to a context. ends has the number of calls after each stroke.
export function record(draw) {
  const context = document.createElement('canvas').getContext('2d')
  const calls = [], ends = [], methods = new Map()
  const pen = new Proxy(context, {
    get(target, name) {
      const value = target[name]
      if (typeof value !== 'function') return value
      if (!methods.has(name)) {
        methods.set(name, (...args) => {
          calls.push(name, args)
          if (paints.has(name)) ends.push(calls.length)
          return needed.has(name) ? value.apply(target, args) : undefined
        })
      }
      return methods.get(name)
    },
    set(target, name, value) {
      calls.push(name, value)
      target[name] = value
      return true
    },
  })
  draw(pen)
  return { calls, ends, methods }
}

function replay(context, { calls, methods }, from, to) {
  for (let i = from; i < to; i += 2) {
    if (methods.has(calls[i])) context[calls[i]](...calls[i + 1])
    else context[calls[i]] = calls[i + 1]
  }
}

// How many of n strokes are there at a time: the first ones come slowly.
export const strokesAt = (time, n) => Math.ceil(n * Math.min(1, Math.max(0, (time - rest - fade) / grow)) ** 1.5)

// Shows a picture at a time on a canvas that keeps its size. draw(context) draws the whole of it.
export function createGrowth(canvas, context, draw) {
  let picture = null, recorded = null, done = -1

  const clear = () => {
    canvas.width = canvas.width // resets every state of the context, too
    done = 0
  }

  return (time) => {
    if (time < rest) {
      if (picture || done >= 0) clear()
      picture = recorded = null
      done = -1
      draw(context)
      return
    }
    recorded ||= record(draw)
    const { ends, calls } = recorded
    if (time < rest + fade) {
      if (!picture) {
        clear()
        draw(context)
        picture = document.createElement('canvas')
        picture.width = canvas.width
        picture.height = canvas.height
        picture.getContext('2d').drawImage(canvas, 0, 0)
      }
      clear()
      context.drawImage(picture, 0, 0)
      context.globalAlpha = (time - rest) / fade
      replay(context, recorded, 0, ends[0])
      done = Infinity
      return
    }
    picture = null
    const strokes = strokesAt(time, ends.length)
    // The last strokes' calls end with the record, so that everything the generator restored is restored.
    const to = strokes === ends.length ? calls.length : (ends[strokes - 1] ?? 0)
    if (to < done || done < 0) clear()
    replay(context, recorded, done, to)
    done = to
    // The record is large, and a whole picture rests.
    if (strokes === ends.length) recorded = null
  }
}
