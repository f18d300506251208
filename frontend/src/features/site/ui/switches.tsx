'use client'

import { lazy, Suspense } from 'react'

const Late = lazy(() => import('./footer-switches').then((module) => ({ default: module.FooterSwitches })))

/** The end of the footer: the server renders it, and its code loads after the page. */
export const Switches = () => (
  <Suspense fallback={null}>
    <Late />
  </Suspense>
)
