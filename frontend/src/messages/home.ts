/** Texts: home. */

// Page: home
export const documentTitle = 'Vitrine, a gallery for generative and digital art'
export const heading = 'A gallery for generative and digital art'
export const workOfTheDayOf = 'Work of the day,'
export const grownToday = '. Grown from today’s date. A new one tomorrow.'
export const curatedBy = 'Curated by'
export const worksOf = (title: string) => `Works of ${title}`
export const allWorks = (count: string) => `All ${count} works`
export const newWorks = 'New works'
export const allArtworks = 'All artworks'
export const fromTheBlog = 'From the blog'
export const allPosts = 'All posts'
export const justCollected = 'Just collected'
export const artistOfTheWeek = 'Artist of the week'
export const nextDrop = 'Next drop'
export const quoted = (words: string) => `“${words}”`
export const quotedIn = ', in'

// Canvas
export const pause = 'Pause'
export const play = 'Play'

// Daily
export const workOfTheDay = 'Work of the day'
export const dailyAlt = (spoken: string) =>
  `Ribbons of colour that follow a field and keep clear of each other, grown from the date ${spoken}`
export const dailyAltToday =
  'Ribbons of colour that follow a field and keep clear of each other, grown from today’s date'
