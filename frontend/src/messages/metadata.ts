import { isolate } from '@/messages/direction'

/** Texts: metadata. */

// Metadata
export const siteName = 'Vitrine'
export const numberedTitle = (title: string, page: number) => `${title}, page ${page}`
export const documentTitle = (title: string) => `${isolate(title)} | ${siteName}`
export const siteDescription =
  'A gallery for generative and digital art. Numbered editions, paid by card or with ether.'
export const sharePictureAlt =
  'Vitrine, a gallery for generative and digital art: ribbons that follow a field, a work of the day.'
