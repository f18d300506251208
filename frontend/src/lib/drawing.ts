/** The address of the picture of a live work's edition. The catalog draws it when it is first requested, and responds with 503 until then. */
export const drawingPath = (artworkId: string, edition: number) =>
  `/assets/editions/${artworkId}/${edition}.jpg`

/** The same for readers that request a picture once: until there is a drawing, it is a plate with the number. */
export const drawingOrPlate = (artworkId: string, edition: number) =>
  `/assets/editions/${artworkId}/${edition}-or-plate.jpg`

/** Whether an address is a picture of the first editions of a live work, which changes until all of them are drawn. */
export const isWall = (address: string) => /^\/assets\/editions\/\d+\/wall-\d+\.jpg$/.test(address)

/** The address of a drawing with its tag, which changes with the picture, like the address of a rendition. */
export const drawingUrl = (path: string, response: Response) =>
  `${path}?${encodeURIComponent(response.headers.get('etag') ?? '')}`

/** A work's main picture, replaced by a drawing. */
export const withDrawing = <Face extends { width: number | null; height: number | null }>(
  face: Face,
  url: string,
) => ({
  ...face,
  renditions: [{ url, width: face.width ?? 1600, height: face.height ?? 1600, type: 'image/jpeg' }],
})
