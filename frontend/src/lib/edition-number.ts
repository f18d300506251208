/** The number that a visitor typed, if that edition exists. */
export function editionOf(text: string | null, size: number): number | null {
  if (text === null || !/^[1-9]\d{0,5}$/.test(text)) return null
  const number = Number(text)
  return number <= size ? number : null
}

/** The id of an edition's token, in decimal. */
export const tokenIdOf = (artworkId: string, edition: number) =>
  String(BigInt(artworkId) * 1_000_000n + BigInt(edition))
