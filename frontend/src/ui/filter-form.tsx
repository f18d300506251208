'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useTransition } from 'react'

interface FilterFormProps {
  children: ReactNode
  className?: string
  label: string
}

/** A GET form. With JavaScript a changed choice applies at once and empty fields stay out of the address. */
export function FilterForm({ children, className, label }: FilterFormProps) {
  const router = useRouter()
  const pathname = usePathname()
  const params = useSearchParams()
  const form = useRef<HTMLFormElement>(null)
  const [busy, start] = useTransition()

  useEffect(() => {
    const element = form.current
    if (!element) return
    const apply = () => {
      const query = new URLSearchParams()
      for (const [key, value] of new FormData(element)) {
        if (typeof value === 'string' && value.trim()) query.append(key, value.trim())
      }
      start(() => router.push(query.size ? `${pathname}?${query}` : pathname, { scroll: false }))
    }
    const onSubmit = (event: Event) => {
      event.preventDefault()
      apply()
    }
    const onChange = (event: Event) => {
      if (event.target instanceof HTMLSelectElement) apply()
    }
    element.addEventListener('submit', onSubmit)
    element.addEventListener('change', onChange)
    return () => {
      element.removeEventListener('submit', onSubmit)
      element.removeEventListener('change', onChange)
    }
  }, [pathname, router])

  // The address is the truth: a removed chip or the back button changes the fields, which keep their focus.
  // In the layout phase, because effects wait until a view transition has ended.
  useLayoutEffect(() => {
    if (form.current) fill(form.current, params)
  }, [params])

  return (
    <search aria-label={label}>
      <form ref={form} action={pathname} method="get" className={className} aria-busy={busy || undefined}>
        {children}
      </form>
    </search>
  )
}

function fill(form: HTMLFormElement, params: URLSearchParams) {
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) {
      const value = params.get(field.name) ?? ''
      const known = [...field.options].some((option) => option.value === value)
      field.value = known ? value : (field.options[0]?.value ?? '')
    } else if (field instanceof HTMLInputElement && field !== document.activeElement) {
      field.value = params.get(field.name) ?? ''
    }
  }
}
