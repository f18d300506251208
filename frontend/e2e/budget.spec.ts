import { expect, test } from '@playwright/test'
import { firstLoads } from '../scripts/first-load.mjs'
import { sample, templates } from './gallery'
import { settings } from './settings'

test('the JavaScript that pages load up front stays within its budget', async () => {
  // The profile needs a login, so it isn't a visitor's first page.
  const { profile: _, ...measured } = templates
  const slugs = await sample()
  const paths = Object.fromEntries(Object.entries(measured).map(([name, path]) => [name, path(slugs)]))
  const loads = await firstLoads(settings.baseURL, paths)
  console.info(loads.map(({ name, size }) => `${name} ${size.toFixed(1)}`).join(', '))
  expect(loads).toHaveLength(Object.keys(measured).length)
  for (const { name, size, budget, scripts } of loads) {
    expect.soft(scripts, `scripts of ${name}`).toBeGreaterThan(1)
    expect.soft(size, `KiB of JavaScript that ${name} loads up front`).toBeLessThanOrEqual(budget)
  }
})
