/** "1929", "500 BC" for -500. */
export const formatYear = (year: number) => (year < 0 ? `${-year} BC` : String(year))

/** When a work was made, in the words of its source ("c. 1890", "n.d."), otherwise its year. Empty if unknown. */
export const dateOf = ({ dated, year }: { dated: string | null; year: number | null }) =>
  dated ?? (year === null ? '' : formatYear(year))

/** A year in ISO 8601, where 1 BC is the year 0: "1929", "-0499" for -500. */
export const isoYear = (year: number) =>
  year < 0 ? `${year < -1 ? '-' : ''}${String(-year - 1).padStart(4, '0')}` : String(year).padStart(4, '0')
