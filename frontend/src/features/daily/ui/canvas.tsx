'use client'

import { useEffect, useRef, useState } from 'react'
import { whenIdle } from '@/lib/idle'
import * as t from '@/messages/home'
import { trustedHTML } from '@/ui/trusted-html'
import styles from './daily.module.css'

interface Ribbon {
  path: Path2D
  length: number
  width: number
  color: string
  /** Its position on the picture, 0…1, where the wave redraws it. */
  at: number
}

const wave = 26_000
const growth = 0.1

/** Reads the existing still, so that moving it needs no algorithm and no second download. */
async function readStill(src: string) {
  const svg = new DOMParser().parseFromString(
    trustedHTML(await (await fetch(src)).text()),
    'image/svg+xml',
  ).documentElement
  const width = Number(svg.getAttribute('width'))
  const height = Number(svg.getAttribute('height'))
  const cap = svg.querySelector('g')?.getAttribute('stroke-linecap') as CanvasLineCap
  const ground = svg.querySelector('rect')?.getAttribute('fill') ?? ''
  const ribbons = [...svg.querySelectorAll('path')].map((path): Ribbon => {
    const d = path.getAttribute('d') ?? ''
    const [x = 0, y = 0] = d.slice(1).split(/[QL]/)[0]!.split(' ').map(Number)
    return {
      path: new Path2D(d),
      length: Number(path.dataset.l ?? path.getAttribute('data-l')) * 1.05,
      width: Number(path.getAttribute('stroke-width')),
      color: path.getAttribute('stroke') ?? '',
      at: (x / width + y / height) / 2,
    }
  })
  return { width, height, cap, ground, ribbons }
}

/** Makes the ribbons shrink and grow in a slow wave. Off if the visitor prefers less motion or saves data. */
export function Canvas() {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [state, setState] = useState<'still' | 'growing' | 'paused'>('still')
  const paused = useRef(false)

  useEffect(() => {
    const element = canvas.current
    const still = element?.parentElement?.querySelector('img')
    const connection = (navigator as { connection?: { saveData?: boolean } }).connection
    if (!element || !still || connection?.saveData) return
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return

    let frame = 0
    let visible = false
    let ended = false
    let elapsed = 0
    let last = 0
    let cancelDrawing = () => {}

    const start = async () => {
      await still.decode()
      const picture = await readStill(still.currentSrc)
      const ctx = element.getContext('2d')
      if (ended || !ctx) return
      const draw = () => {
        const ratio = Math.min(window.devicePixelRatio, 1.5)
        const w = Math.round(element.clientWidth * ratio)
        const h = Math.round(element.clientHeight * ratio)
        if (element.width !== w || element.height !== h) {
          element.width = w
          element.height = h
        }
        const scale = Math.max(w / picture.width, h / picture.height)
        ctx.setTransform(
          scale,
          0,
          0,
          scale,
          (w - picture.width * scale) / 2,
          (h - picture.height * scale) / 2,
        )
        ctx.fillStyle = picture.ground
        ctx.fillRect(0, 0, picture.width, picture.height)
        ctx.lineCap = picture.cap
        const front = ((elapsed / wave) % 1) * (1 + 2 * growth) - growth
        for (const ribbon of picture.ribbons) {
          // 0 at the wave's position, 1 away from it.
          const away = Math.min(1, Math.abs(front - ribbon.at) / growth)
          const grown = away * away * (3 - 2 * away)
          ctx.lineWidth = ribbon.width
          ctx.strokeStyle = ribbon.color
          if (grown >= 1) ctx.setLineDash([])
          else if (grown < 0.004) continue
          else ctx.setLineDash([ribbon.length * grown, ribbon.length * 2])
          ctx.stroke(ribbon.path)
        }
      }
      const step = (now: number) => {
        frame = 0
        if (ended || !visible || paused.current) return
        if (now - last > 32) {
          elapsed += Math.min(100, now - last)
          last = now
          draw()
        }
        frame = requestAnimationFrame(step)
      }
      const wake = () => {
        last = performance.now()
        if (!frame) frame = requestAnimationFrame(step)
      }
      const watcher = new IntersectionObserver(([entry]) => {
        visible = entry?.isIntersecting ?? false
        if (visible) wake()
      })
      draw()
      setState('growing')
      watcher.observe(element)
      element.addEventListener('wake', wake)
      cleanup = () => {
        watcher.disconnect()
        element.removeEventListener('wake', wake)
      }
    }
    let cleanup = () => {}
    const begin = () => {
      start().catch(() => {
        // The still stays.
      })
    }
    // As soon as the page has rendered its content.
    const arrive = () => {
      cancelDrawing = whenIdle(begin, 1000)
    }
    if (document.readyState === 'complete') arrive()
    else window.addEventListener('load', arrive, { once: true })
    return () => {
      ended = true
      window.removeEventListener('load', arrive)
      cancelDrawing()
      cancelAnimationFrame(frame)
      cleanup()
    }
  }, [])

  const toggle = () => {
    paused.current = !paused.current
    setState(paused.current ? 'paused' : 'growing')
    if (!paused.current) canvas.current?.dispatchEvent(new Event('wake'))
  }

  return (
    <>
      <canvas ref={canvas} className={styles.canvas} hidden={state === 'still'} />
      {state !== 'still' && (
        <button type="button" className={styles.toggle} onClick={toggle}>
          {state === 'growing' ? t.pause : t.play}
        </button>
      )}
    </>
  )
}
