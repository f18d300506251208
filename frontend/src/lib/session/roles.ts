/** A field of work of gallery staff. */
export type Area = 'content' | 'support' | 'finance' | 'admin'

/** Whether roles grant one of the areas, with the server's rules: staff grants every area but admin. */
export const may = (roles: string[] | undefined, ...areas: Area[]) =>
  areas.some((area) => roles?.includes(area) || (area !== 'admin' && roles?.includes('staff')))
