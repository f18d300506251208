import type { NextConfig } from 'next'

const root = import.meta.dirname

// Addresses are read at run time (src/lib/env.ts), so nothing here may look at the environment.
const config: NextConfig = {
  output: 'standalone',
  outputFileTracingRoot: root,
  turbopack: { root },
  poweredByHeader: false,
  trailingSlash: true,
  // src/proxy.ts redirects in one hop and leaves POST addresses alone.
  skipTrailingSlashRedirect: true,
  reactStrictMode: true,
  images: { unoptimized: true },
  // What a page needs first stands at the top of its HTML, compressed with it; a header would name it a second time, uncompressed.
  reactMaxHeadersLength: 0,
  // Pages stay in memory: addresses that lead nowhere would fill the disk, one by one.
  // A page that was fetched ahead tells what is on sale for the shortest time that the framework allows, not for five minutes.
  // Fewer and larger files: each one more is a round trip of a first visit on a phone.
  experimental: {
    globalNotFound: true,
    isrFlushToDisk: false,
    staleTimes: { static: 30 },
    cssChunking: { type: 'graph', requestCost: 1_000_000 },
    turbopackChunking: { minChunkSize: 200_000 },
  },
  // An address outside every language and of no file: without this the framework answers with a page of its own look.
  rewrites: async () => ({
    beforeFiles: [],
    afterFiles: [
      { source: '/:first((?!en/|_next/|sitemaps/|work-of-the-day/)[^/]*)/:rest*', destination: '/en/404/' },
    ],
    fallback: [],
  }),
  headers: async () => [
    { source: '/sw.js', headers: [{ key: 'Cache-Control', value: 'no-cache, no-store, must-revalidate' }] },
  ],
}

export default config
