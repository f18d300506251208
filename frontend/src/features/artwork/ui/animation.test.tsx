// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { Animation } from './animation'

const animation = (
  <Animation src="/a-moving.webp">
    <img src="/a-320.webp" alt="Dots" />
  </Animation>
)

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(calm: boolean) {
  vi.stubGlobal('matchMedia', () => ({ matches: calm, addEventListener() {}, removeEventListener() {} }))
  const { container } = render(animation)
  return () => {
    const source = container.querySelector('source')
    return source && [source.getAttribute('srcset'), source.media]
  }
}

const unlessReduced = ['/a-moving.webp', '(prefers-reduced-motion: no-preference)']

test('it moves without scripts, unless the visitor prefers reduced motion', () => {
  const html = renderToStaticMarkup(animation)
  expect(html).toMatch(
    /<source srcSet="\/a-moving.webp" type="image\/webp" media="\(prefers-reduced-motion: no-preference\)"\/>/i,
  )
  expect(html).toContain('src="/a-320.webp"')
})

test('a visitor stops it and starts it again', () => {
  const source = show(false)
  expect(source()).toEqual(unlessReduced)
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
  expect(source()).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Play' }))
  expect(source()).toEqual(['/a-moving.webp', ''])
})

test('with reduced motion it stands still until the visitor starts it', () => {
  const source = show(true)
  expect(source()).toEqual(unlessReduced) // the browser doesn't choose it
  fireEvent.click(screen.getByRole('button', { name: 'Play' }))
  expect(source()).toEqual(['/a-moving.webp', ''])
})
