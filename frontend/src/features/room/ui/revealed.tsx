'use client'

import { useEffect, useRef, useState } from 'react'
import { alphasAt, orderOf } from '../reveal'
import { useGrowth } from '../use-growth'
import styles from './unveiled.module.css'

/** The longest side of what decides the order, and of the picture, in pixels. */
const coarse = 320
const fine = 1400

interface Drawing {
  /** The picture in the size of the canvas. */
  picture: HTMLCanvasElement
  /** What hides the parts of it that aren't there yet. */
  mask: CanvasRenderingContext2D
  order: Uint8ClampedArray
}

interface RevealedProps {
  /** The element with the picture. */
  box: React.RefObject<HTMLElement | null>
  onEnd: () => void
}

/** A picture that appears on a canvas over its place: first its lines, then its areas, at last its ground. */
export function Revealed({ box, onEnd }: RevealedProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    let ended = false
    const begin = async () => {
      const img = await pictureIn(box.current!, () => ended)
      if (ended || !canvas.current) return
      setDrawing(prepare(img, canvas.current))
    }
    begin().catch((error: unknown) => {
      console.info('The picture appears at once', error)
      if (!ended) setFailed(true)
    })
    return () => {
      ended = true
    }
  }, [box])

  useEffect(() => {
    if (failed) onEnd()
  }, [failed, onEnd])

  useGrowth(drawing !== null, onEnd, (moment) => {
    const context = canvas.current?.getContext('2d')
    if (!context || !drawing) return
    const { picture, mask, order } = drawing
    const { width, height } = mask.canvas
    const image = mask.createImageData(width, height)
    const alphas = alphasAt(moment)
    for (let i = 0; i < order.length; i++) image.data[i * 4 + 3] = alphas[order[i]!]!
    mask.putImageData(image, 0, 0)
    context.globalCompositeOperation = 'copy'
    context.drawImage(mask.canvas, 0, 0, picture.width, picture.height)
    context.globalCompositeOperation = 'source-in'
    context.drawImage(picture, 0, 0)
  })

  return <canvas ref={canvas} className={styles.canvas} />
}

/** The picture in an element, once it is there and decoded. */
async function pictureIn(element: HTMLElement, ended: () => boolean): Promise<HTMLImageElement> {
  for (let tries = 0; tries < 100 && !ended(); tries++) {
    const img = element.querySelector('img')
    if (img?.src) {
      await img.decode()
      return img
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('there is no picture')
}

function contextOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('the browser has no canvas')
  return context
}

function prepare(img: HTMLImageElement, canvas: HTMLCanvasElement): Drawing {
  const longest = Math.max(img.naturalWidth, img.naturalHeight)
  const sized = (side: number) => {
    const scale = Math.min(1, side / longest)
    return contextOf(
      Math.max(1, Math.round(img.naturalWidth * scale)),
      Math.max(1, Math.round(img.naturalHeight * scale)),
    )
  }
  const shown = canvas.clientWidth * Math.min(2, window.devicePixelRatio)
  const picture = sized(Math.min(fine, shown * Math.max(1, img.naturalHeight / img.naturalWidth)))
  picture.drawImage(img, 0, 0, picture.canvas.width, picture.canvas.height)
  const mask = sized(coarse)
  const { width, height } = mask.canvas
  mask.drawImage(img, 0, 0, width, height)
  const order = orderOf(mask.getImageData(0, 0, width, height).data, width, height)
  canvas.width = picture.canvas.width
  canvas.height = picture.canvas.height
  return { picture: picture.canvas, mask, order }
}
