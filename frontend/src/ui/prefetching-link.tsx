'use client'

import NextLink from 'next/link'
import type { ComponentProps } from 'react'
import { connection, isThrifty } from './thrift'

/** A link inside the house. Its page is fetched ahead, except for visitors who save data or have a slow line. */
export function Link({ prefetch, ...rest }: ComponentProps<typeof NextLink>) {
  // What is fetched ahead changes nothing of what is rendered, so server and browser may differ.
  return <NextLink {...rest} prefetch={isThrifty(connection()) ? false : prefetch} />
}
