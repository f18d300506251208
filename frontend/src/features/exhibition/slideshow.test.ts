// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSlideshow } from './slideshow'

let room: HTMLElement
const release = vi.fn(() => Promise.resolve())
const request = vi.fn(() => Promise.resolve({ release }))

beforeEach(() => {
  vi.useFakeTimers()
  room = document.body.appendChild(document.createElement('div'))
  room.tabIndex = -1
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
  room.remove()
})

function start() {
  const next = vi.fn()
  const onStop = vi.fn()
  const stop = startSlideshow({ room, seconds: 10, next, onStop })
  return { next, onStop, stop }
}

test('continues after each pause and keeps the screen on, until it is stopped', async () => {
  const { next, stop } = start()
  await vi.advanceTimersByTimeAsync(9999)
  expect(next).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10_001)
  expect(next).toHaveBeenCalledTimes(2)
  expect(request).toHaveBeenCalledExactlyOnceWith('screen')
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(next).toHaveBeenCalledTimes(2)
  expect(release).toHaveBeenCalledOnce()
})

test('controls hide after three seconds without movement', () => {
  const { stop } = start()
  vi.advanceTimersByTime(2999)
  expect(room.dataset).not.toHaveProperty('resting')
  vi.advanceTimersByTime(1)
  expect(room.dataset).toHaveProperty('resting')
  window.dispatchEvent(new Event('pointermove'))
  expect(room.dataset).not.toHaveProperty('resting')
  vi.advanceTimersByTime(3000)
  stop()
  expect(room.dataset).not.toHaveProperty('resting')
})

test('any key only stops it', () => {
  const { onStop, stop } = start()
  expect(document.activeElement).toBe(room)
  const press = (key: string) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    room.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(press('Shift')).toBe(false)
  expect(onStop).not.toHaveBeenCalled()
  expect(press(' ')).toBe(true)
  expect(onStop).toHaveBeenCalledOnce()
  stop()
  expect(press('x')).toBe(false)
})
