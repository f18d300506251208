import type { Page } from '@playwright/test'
import axe from 'axe-core'

/**
 * The accessibility violations of a page as it stands, or of the part that a selector names, with the places where they are. Live works and
 * previews are separate pages.
 */
export async function violations(page: Page, part?: string): Promise<string[]> {
  // Its code is as expensive as the check, and a page that is checked again has it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (selector) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    // What is fading in or changing its colour has no contrast yet: the label of a frame that fills, or a button after a resized window took it from under the pointer.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, playState, timeline }) =>
          playState === 'running' &&
          timeline === document.timeline &&
          Number.isFinite(effect?.getComputedTiming().endTime),
      )
    await Promise.allSettled(ending.map(({ finished }) => finished))
    const found = await run(selector ?? document, { resultTypes: ['violations'], iframes: false })
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  }, part)
}

/** How far the page is wider than its window, and the elements that end beyond it. */
export const beyond = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    // What a carousel or a scrolling row cuts off doesn't make the page wider.
    const isClipped = (element: Element) => {
      for (let above = element.parentElement; above && above !== document.body; above = above.parentElement)
        if (getComputedStyle(above).overflowX !== 'visible') return true
      return false
    }
    const wide = [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5 && !isClipped(element))
      .map((element) => {
        const { left, right } = element.getBoundingClientRect()
        const text = element.children.length === 0 ? ` “${element.textContent.slice(0, 40)}”` : ''
        return `${element.tagName.toLowerCase()}.${element.getAttribute('class')} ${Math.round(left)}–${Math.round(right)}${text}`
      })
    return [`${scrollWidth - clientWidth} px too wide`, ...wide.slice(-12)]
  })

/** Visible buttons and fields of the work on its wall that cover each other. */
export const overlapping = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wall = document.querySelector('[data-full]')
    const shown = [...(wall?.querySelectorAll('button, input') ?? [])].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[data-sheet]'),
    )
    const boxes = shown.map((element) => ({
      name: element.getAttribute('aria-label') ?? element.textContent,
      box: element.getBoundingClientRect(),
    }))
    return boxes.flatMap(({ name, box }, i) =>
      boxes
        .slice(i + 1)
        .filter(
          ({ box: other }) =>
            Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 &&
            Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1,
        )
        .map((other) => `${name} covers ${other.name}`),
    )
  })
