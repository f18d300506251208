// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useVideoVolume } from '@/lib/viewing'
import '../film-start'
import { Film } from './film'

const replace = vi.fn()
const router = { replace }
vi.mock('next/navigation', () => ({ useRouter: () => router }))

let calm: boolean
let play: ReturnType<typeof vi.fn>
let see: (visible: boolean) => void

beforeEach(() => {
  calm = false
  localStorage.clear()
  useVideoVolume.setState({ storedVideoMuted: false })
  vi.stubGlobal('matchMedia', () => ({ matches: calm }))
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        see = (isIntersecting) => tell([{ isIntersecting }])
      }
      observe() {
        see(true)
      }
      disconnect() {}
    },
  )
  play = vi.fn(async () => undefined)
  Object.assign(HTMLMediaElement.prototype, { play, pause: vi.fn(), load: vi.fn() })
})

afterEach(() => {
  cleanup()
  replace.mockClear()
  vi.unstubAllGlobals()
})

async function show(next?: string, src = '/a.webm') {
  const view = render(<Film src={src} width={16} height={9} label="Orbits" next={next} />)
  const film = screen.getByLabelText<HTMLVideoElement>('Orbits')
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  return { film, view }
}

/** The visitor presses the film's own button. */
function setMuted(film: HTMLVideoElement, muted: boolean) {
  film.muted = muted
  fireEvent.volumeChange(film)
}

test('a film starts automatically and muted, without storing that as a choice', async () => {
  const { film } = await show()
  await waitFor(() => expect(play).toHaveBeenCalledTimes(1))
  expect(film.muted).toBe(true)
  expect(film.loop).toBe(true)
  fireEvent.volumeChange(film)
  expect(useVideoVolume.getState().storedVideoMuted).toBe(false)
})

test('with reduced motion it waits, at the last volume', async () => {
  calm = true
  const { film } = await show('/en/tv/?work=b')
  expect(play).not.toHaveBeenCalled()
  expect(film.muted).toBe(false)
  fireEvent.ended(film)
  expect(replace).not.toHaveBeenCalled()
})

test('at its end the next one plays with the same sound setting', async () => {
  const { film, view } = await show('/en/tv/?work=b')
  await waitFor(() => expect(play).toHaveBeenCalledTimes(1))
  expect(film.loop).toBe(false)
  fireEvent.ended(film)
  expect(replace).toHaveBeenCalledWith('/en/tv/?work=b', { scroll: false })
  setMuted(film, false)
  expect(useVideoVolume.getState().storedVideoMuted).toBe(false)
  view.rerender(<Film src="/b.webm" width={16} height={9} label="Orbits" next="/en/tv/?work=c" />)
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  await waitFor(() => expect(play).toHaveBeenCalledTimes(2))
  expect(film.muted).toBe(false)
  setMuted(film, true)
  expect(useVideoVolume.getState().storedVideoMuted).toBe(true)
})

test('a recording waits for the visitor and plays with sound, whatever the last setting', async () => {
  useVideoVolume.setState({ storedVideoMuted: true })
  render(<Film src="/a.webm" width={16} height={9} label="Quintet" sound />)
  const film = screen.getByLabelText<HTMLVideoElement>('Quintet')
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(play).not.toHaveBeenCalled()
  expect(film.muted).toBe(false)
})

test('the bar plays, seeks and silences the film, and names its position', async () => {
  calm = true
  const { film } = await show()
  Object.defineProperty(film, 'duration', { value: 65, configurable: true })
  fireEvent.durationChange(film)
  const position = screen.getByRole('slider', { name: 'Position' })
  expect(position.getAttribute('aria-valuetext')).toBe('0:00 of 1:05')
  fireEvent.change(position, { target: { value: '61.5' } })
  expect(film.currentTime).toBe(61.5)
  fireEvent.timeUpdate(film)
  expect(position.getAttribute('aria-valuetext')).toBe('1:01 of 1:05')

  fireEvent.click(screen.getByRole('button', { name: 'Play' }))
  expect(play).toHaveBeenCalledTimes(1)
  expect(film.muted).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Sound off' }))
  expect(film.muted).toBe(true)
  fireEvent.volumeChange(film)
  expect(screen.getByRole('button', { name: 'Sound on' })).toBeTruthy()
  expect(useVideoVolume.getState().storedVideoMuted).toBe(true)
})

test('a recording that was silenced stays silent', async () => {
  render(<Film src="/a.webm" width={16} height={9} label="Quintet" sound />)
  const film = screen.getByLabelText<HTMLVideoElement>('Quintet')
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  await act(async () => setMuted(film, true))
  expect(film.muted).toBe(true)
  await act(async () => setMuted(film, false))
  expect(film.muted).toBe(false)
})
