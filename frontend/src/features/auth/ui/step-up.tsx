'use client'

import dynamic from 'next/dynamic'
import { useStepUp } from '@/lib/session/step-up'

const Question = dynamic(() => import('./step-up-dialog').then(({ StepUpDialog }) => StepUpDialog), {
  ssr: false,
})

/** Part of every page; its code loads when the server first requests a step-up. */
export function StepUp({ lang }: { lang: string }) {
  const need = useStepUp((state) => state.need)
  return need && <Question key={need} lang={lang} need={need} />
}
