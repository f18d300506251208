import { defineConfig } from '@playwright/test'
import { settings } from './settings'

/** Journeys through a whole house, in a real browser. See settings.ts for what can be set. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './house.ts',
  timeout: 3 * settings.patience,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  // Once more, for what a busy machine does to a browser; the run still names as flaky what passed only then.
  retries: 1,
  fullyParallel: false,
  // Editions and accounts are each journey's own, so journeys may run side by side; two cores carry two browsers.
  workers: Number(process.env.E2E_WORKERS ?? 2),
  reporter: [['list']],
  use: {
    baseURL: settings.baseURL,
    // A page that does not load is reported before the journey times out.
    navigationTimeout: settings.patience,
    // The worker would answer from its cache; the one journey that needs it allows it.
    serviceWorkers: 'block',
    trace: 'retain-on-failure',
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
