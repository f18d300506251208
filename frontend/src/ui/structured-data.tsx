'use client'

import { useMemo } from 'react'
import { trustedHTML } from './trusted-html'

/** Structured data for search engines. `text` must come from lib/structured. */
export function StructuredData({ text }: { text: string }) {
  // The same object in each render, or React would write the text again.
  const trusted = useMemo(() => ({ __html: trustedHTML(text) }), [text])
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
      dangerouslySetInnerHTML={trusted}
    />
  )
}
