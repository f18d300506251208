/** The numeric id at the end of a slug, or null: "tide-table-12" is 12. */
export const idOf = (slug: string) => /(?:^|-)(\d{1,18})$/.exec(slug)?.[1] ?? null
