'use client'

import { useState } from 'react'
import { trustedHTML } from './trusted-html'

/** Structured data for search engines. `text` must come from lib/structured. */
export function StructuredData({ text }: { text: string }) {
  // Search engines read the first page. When it is refreshed, writing another text would break the content security policy.
  const [trusted] = useState(() => ({ __html: trustedHTML(text) }))
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
      dangerouslySetInnerHTML={trusted}
    />
  )
}
