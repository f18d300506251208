/** What search engines read; `text` must be the output of lib/structured. */
export function StructuredData({ text }: { text: string }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
      dangerouslySetInnerHTML={{ __html: text }}
    />
  )
}
