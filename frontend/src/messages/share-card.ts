/** Texts: the pictures of shared links. */

export const drop = 'Drop'
export const works = (count: number) => (count === 1 ? '1 work' : `${count.toLocaleString('en-US')} works`)
export const opens = (date: string) => `From ${date}`
export const cardOf = (title: string) => `Share card of ${title}`
