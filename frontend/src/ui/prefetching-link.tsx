'use client'

import NextLink from 'next/link'
import { type ComponentProps, useState } from 'react'
import { connection, savesData } from './thrift'

/**
 * An internal link. Its page is prefetched once someone points at it, touches it or focuses it, except for visitors who save data or have a
 * slow connection. Prefetching every link in view, as Next.js does, sent 14 requests for the login page, which took most of the processor time
 * that the site's server spent on it.
 */
export function Link({
  prefetch,
  onMouseEnter,
  onTouchStart,
  onFocus,
  ...rest
}: ComponentProps<typeof NextLink>) {
  const [intended, setIntended] = useState(false)
  return (
    <NextLink
      {...rest}
      // Next.js starts a prefetch when this changes, because the link is in view.
      prefetch={intended && !savesData(connection()) ? prefetch : false}
      onMouseEnter={(event) => {
        setIntended(true)
        onMouseEnter?.(event)
      }}
      onTouchStart={(event) => {
        setIntended(true)
        onTouchStart?.(event)
      }}
      onFocus={(event) => {
        setIntended(true)
        onFocus?.(event)
      }}
    />
  )
}
