/** Texts: lists of the pages where staff and artists work. */
export const find = 'Find'
export const clear = 'Clear'
export const loadMore = 'Load more'
/** Name of the rows of a list. */
export const found = (title: string) => `${title} found`
