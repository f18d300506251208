import type { Metadata } from 'next'
import { notFound } from 'next/navigation'

export const metadata: Metadata = { title: 'Not found', robots: { index: false } }

/** Every address that no other route takes: a true 404 in the frame of the house. */
export default function Page(): never {
  notFound()
}
