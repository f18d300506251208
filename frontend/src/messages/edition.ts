/** Texts: a picture of an edition. */
export const editionOf = (title: string, edition: number) => `${title}, edition ${edition}`
