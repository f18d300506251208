/** Structured data for search engines. `text` must come from lib/structured. */
export function StructuredData({ text }: { text: string }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
      dangerouslySetInnerHTML={{ __html: text }}
    />
  )
}
