'use client'

import { useMemo } from 'react'
import styles from './prose.module.css'
import { trustedHTML } from './trusted-html'

/** Rendered Markdown. `html` must come from lib/markdown. */
export function Prose({ html, className }: { html: string; className?: string }) {
  // The same object in each render, or React would parse the text again.
  const trusted = useMemo(() => ({ __html: trustedHTML(html) }), [html])
  return (
    <div
      className={[styles.prose, className].filter(Boolean).join(' ')}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: micromark escapes everything that is not Markdown
      dangerouslySetInnerHTML={trusted}
    />
  )
}
