import styles from './prose.module.css'

/** Rendered Markdown. `html` must come from lib/markdown. */
export function Prose({ html, className }: { html: string; className?: string }) {
  return (
    <div
      className={[styles.prose, className].filter(Boolean).join(' ')}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: micromark escapes everything that is not Markdown
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
