/** Texts: films of editions. */

export const watch = 'Watch it grow'
export const title = (work: string) => `${work}, growing`
export const alt = (work: string) =>
  `${work}: the edition is drawn from an empty page until it is finished, again and again.`
export const save = (megabytes: string) => `Download the film (GIF, ${megabytes} MB)`
