import type { MetadataRoute } from 'next'
import { pageColors, siteName } from '@/lib/metadata'
import * as t from '@/messages/metadata'

/**
 * The web app manifest, at /manifest.webmanifest. Safari on iOS shows notifications only of sites on the home screen that have one.
 * It has one theme color; the layout's meta tags have the dark one too, and browsers prefer those.
 */
export default function manifest(): MetadataRoute.Manifest {
  return {
    id: '/',
    name: siteName,
    short_name: siteName,
    description: t.siteDescription,
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: pageColors.light,
    theme_color: pageColors.light,
    icons: [
      { src: '/icons/192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
