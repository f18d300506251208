// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { LiveFrame } from './live-frame'

const hash = `0x${'0a'.repeat(32)}`
afterEach(cleanup)

test('only messages of the frame itself, without an origin, are received', () => {
  const heard = vi.fn()
  const { container } = render(
    <LiveFrame
      src="/works/64/?hash="
      title="Tidal"
      ratio={1}
      hash={hash}
      live={false}
      moving={false}
      onReady={() => heard('ready')}
      onDrawn={heard}
    />,
  )
  const frame = container.querySelector('iframe')!
  expect(frame.getAttribute('sandbox')).toBe('allow-scripts')
  expect(frame.getAttribute('allow')).toBe('')
  const say = (source: Window | null, origin: string, data: unknown = { type: 'ready' }) =>
    act(() => void window.dispatchEvent(new MessageEvent('message', { source, origin, data })))

  say(window, 'null')
  say(null, 'null')
  say(frame.contentWindow, 'https://evil.example')
  say(frame.contentWindow, window.location.origin)
  say(frame.contentWindow, 'null', { type: 'ready', href: 'https://evil.example' })
  expect(heard).not.toHaveBeenCalled()

  say(frame.contentWindow, 'null')
  expect(heard.mock.calls).toEqual([['ready']])
})
