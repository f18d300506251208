import { createHash } from 'node:crypto'
import type { NextConfig } from 'next'
import { themeScript } from './src/features/site/theme-script'

const root = import.meta.dirname

// Settings are read at run time (src/lib/env.ts), so don't read the environment here.
const config: NextConfig = {
  output: 'standalone',
  outputFileTracingRoot: root,
  turbopack: { root },
  poweredByHeader: false,
  trailingSlash: true,
  // src/proxy.ts redirects in one hop and doesn't touch POST requests.
  skipTrailingSlashRedirect: true,
  reactStrictMode: true,
  // `make verify` checks the types, and a build should open the gallery soon.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  // Preloads are in the compressed HTML; a Link header would repeat them uncompressed.
  reactMaxHeadersLength: 0,
  // Keep pages in memory: requests for unknown addresses would otherwise fill the disk.
  // Prefetched pages show availability, so keep them for the shortest time that Next.js allows instead of five minutes.
  // Fewer, larger files: each additional one costs a round trip on a first visit by phone.
  experimental: {
    globalNotFound: true,
    isrFlushToDisk: false,
    // Writing this cache takes a quarter of a first build. Who changes the site uses the development server.
    turbopackFileSystemCacheForBuild: false,
    // No one reads them: the server's are not in the standalone build, and the browser's are not served. They are a tenth of a build.
    turbopackSourceMaps: false,
    turbopackInputSourceMaps: false,
    staleTimes: { static: 30 },
    cssChunking: { type: 'graph', requestCost: 1_000_000 },
    turbopackChunking: { minChunkSize: 200_000 },
  },
  // For addresses outside every language: without this, Next.js shows its own error page.
  rewrites: async () => ({
    beforeFiles: [],
    afterFiles: [
      {
        source: '/:first((?!en/|_next/|sitemaps/|work-of-the-day/)[^/]*)/:rest*',
        destination: '/en/404/not-found/',
      },
    ],
    fallback: [],
  }),
  headers: async () => [
    // The gateway puts the hash of our one constant inline script into the page's policy. The framework's scripts carry a nonce.
    {
      source: '/:path*',
      headers: [
        {
          key: 'Script-Hashes',
          value: `'sha256-${createHash('sha256').update(themeScript).digest('base64')}'`,
        },
      ],
    },
    { source: '/sw.js', headers: [{ key: 'Cache-Control', value: 'no-cache, no-store, must-revalidate' }] },
  ],
}

export default config
