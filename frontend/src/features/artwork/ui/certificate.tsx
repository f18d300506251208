'use client'

import { lazy, Suspense } from 'react'
import { looking } from '@/messages/artwork-certificate'
import type { CertificateRecordProps } from './certificate-record'

const CertificateRecord = lazy(() =>
  import('./certificate-record').then((module) => ({ default: module.CertificateRecord })),
)

/** The chain's record of the edition in the address. It loads after the page. */
export function Certificate(props: CertificateRecordProps) {
  return (
    <Suspense fallback={<p>{looking}</p>}>
      <CertificateRecord {...props} />
    </Suspense>
  )
}
