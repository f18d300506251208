import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  resolve: {
    alias: {
      '@': new URL('./src', import.meta.url).pathname,
      '@apollo/client-integration-nextjs': new URL('./vitest.apollo.ts', import.meta.url).pathname,
      'server-only': new URL('./vitest.server-only.ts', import.meta.url).pathname,
    },
  },
  // Tests that need a DOM say so in their first line: // @vitest-environment jsdom
  test: {
    // The journeys in e2e/ belong to Playwright.
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['./vitest.setup.ts'],
    environment: 'node',
    // A process for each file would load React, jsdom and the testing library two hundred times. vitest.setup.ts separates the site's modules.
    isolate: false,
    // A busy machine can take half a minute to load the first modules of a test.
    testTimeout: 60_000,
  },
})
