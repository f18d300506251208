interface Offered {
  availability: string
  price: object | null
}

/** Whether an artwork was left over when its drop ended: an artwork with a price stops being for sale only then. */
export const isLeftOver = ({ availability, price }: Offered) =>
  availability === 'NOT_FOR_SALE' && price !== null
