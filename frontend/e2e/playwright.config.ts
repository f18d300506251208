import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { settings } from './settings'

/**
 * Journeys that mostly wait, for a separate instance, a phase that begins or a link that expires. One at a time runs beside the others
 * from the start. At the end they would leave the processor idle for ten minutes. `make test` runs none of them.
 */
const waiting = [
  'phases',
  'auction',
  'late',
  'push',
  'step-up',
  'maintenance',
  'tls',
  'reports',
  'world',
].map((name) => `${name}.spec.ts`)
/**
 * Purchases, sessions, withdrawals with their approval, gifts, search, and what Firefox once showed differently, run in Firefox, too, in
 * `make test-all` only: of these files what `make test` runs, and journeys with the tag @firefox. Those with the tag @chromium need what
 * Playwright can do only there.
 */
const firefox = {
  name: 'firefox',
  testMatch: ['card', 'collector', 'covered', 'ether', 'gift', 'search', 'sessions', 'withdrawal'].map(
    (name) => `${name}.spec.ts`,
  ),
  grepInvert: /@chromium|@all(?!.*@firefox)/,
  workers: 1,
  use: {
    browserName: 'firefox' as const,
    // Other channels need Playwright's own build of Firefox.
    channel: 'moz-firefox',
    launchOptions: { executablePath: join(import.meta.dirname, 'firefox.mjs') },
  },
}
// Each journey uses its own editions and accounts, so journeys can run in parallel. They wait half of their time, so two cores can run three
// browsers.
const workers = Number(process.env.E2E_WORKERS ?? 3)

/**
 * Browser journeys through a complete running instance. settings.ts lists the settings. `make test` runs those without the tag @all, within
 * minutes; `make test-all` runs all of them.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './instance.ts',
  timeout: 3 * settings.patience,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  // A journey that fails once is a bug of the journey or of the product.
  retries: 0,
  fullyParallel: false,
  workers: workers + 1,
  projects: [
    { name: 'waiting', testMatch: waiting, workers: 1 },
    { name: 'others', testIgnore: waiting, workers },
    ...(settings.all ? [firefox] : []),
    ...(process.env.E2E_MEASURE ? [{ name: 'growth', testMatch: 'growth.bench.ts', workers: 1 }] : []),
  ],
  reporter: [['list'], ['./repeat.ts']],
  use: {
    baseURL: settings.baseURL,
    // Report a page that doesn't load before the journey itself times out.
    navigationTimeout: settings.patience,
    // A service worker would respond from its cache. The one journey that needs it allows it.
    serviceWorkers: 'block',
    // Recording every journey would double the browsers' processor time. repeat.ts prints how to record those that failed.
    trace: 'off',
    screenshot: 'only-on-failure',
    acceptDownloads: true,
    launchOptions: {
      executablePath: settings.chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
