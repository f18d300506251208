import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** Tests that change what a process has once: its listeners, its tracer, or modules that other tests have loaded. */
const alone = [
  'src/app/*/artworks/*/share.jpg/route.test.ts',
  'src/app/*/artworks/*/structured.test.ts',
  'src/features/checkout/use-checkout.test.tsx',
  'src/features/price/ui/prices.test.tsx',
  'src/features/profile/ui/payout.test.tsx',
  'src/lib/report-server.test.ts',
  'src/lib/traces.test.ts',
]

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
    setupFiles: ['./vitest.setup.ts'],
    environment: 'node',
    // A busy machine takes seconds to load a module.
    testTimeout: 20_000,
    // A process for each file takes most of the time of a run, so most files share one; modules are loaded again for each.
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: ['src/**/*.test.{ts,tsx}'], exclude: alone, isolate: false },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
})
