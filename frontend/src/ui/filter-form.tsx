'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useTransition } from 'react'
import { goInPlace } from './go-in-place'
import { otherRange, rangeOf } from './range'

interface FilterFormProps {
  children: ReactNode
  className?: string
  label: string
  /** The page watches its own address, so a change needs no navigation. */
  inPlace?: boolean
}

/** A GET form. With JavaScript, changes apply immediately and empty fields are left out of the address. */
export function FilterForm({ children, className, label, inPlace = false }: FilterFormProps) {
  const router = useRouter()
  const pathname = usePathname()
  const params = useSearchParams()
  const form = useRef<HTMLFormElement>(null)
  const [busy, start] = useTransition()
  const mounted = useRef(false)
  /** Whether a filter was chosen before the listeners were attached. */
  const early = useRef(false)

  useEffect(() => {
    const element = form.current
    if (!element) return
    const apply = () => {
      const query = queryOf(element)
      const href = query ? `${pathname}?${query}` : pathname
      start(() => (inPlace ? goInPlace(href) : router.push(href, { scroll: false })))
    }
    const onSubmit = (event: Event) => {
      event.preventDefault()
      apply()
    }
    const onChange = ({ target }: Event) => {
      if (target instanceof HTMLSelectElement) {
        const ends = endsOf(element, target.name)
        // Its ends are typed next.
        if (ends[0] && target.value === otherRange) return ends[0].focus()
        for (const end of ends) end.value = ''
        apply()
      } else if (target instanceof HTMLInputElement && (isChoice(target) || target.dataset.range)) {
        // The field shows its own message.
        if (element.checkValidity()) apply()
      }
    }
    // Going back before React has seen the new address leaves `params` as it was, although a field has changed.
    const onPopState = () => fill(element, new URLSearchParams(window.location.search))
    element.addEventListener('submit', onSubmit)
    element.addEventListener('change', onChange)
    // The router notices new addresses only after the effects of the first render.
    const timer = setTimeout(() => {
      if (early.current) apply()
      early.current = false
    })
    window.addEventListener('popstate', onPopState)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('popstate', onPopState)
      element.removeEventListener('submit', onSubmit)
      element.removeEventListener('change', onChange)
    }
  }, [inPlace, pathname, router])

  // The address is the source of truth: removing a chip or going back changes the fields, which keep their focus.
  // In a layout effect, because effects wait until a view transition has ended.
  useLayoutEffect(() => {
    const element = form.current
    if (!element) return
    const changed = mounted.current ? [] : [...element.elements].filter(isChanged)
    mounted.current = true
    // What was typed or chosen before hydration stays. A choice applies, and a text waits until it is submitted.
    if (changed.length === 0) fill(element, params)
    else early.current = changed.some((field) => !(field instanceof HTMLInputElement) || isChoice(field))
  }, [params])

  return (
    <search aria-label={label}>
      <form ref={form} action={pathname} method="get" className={className} aria-busy={busy || undefined}>
        {children}
      </form>
    </search>
  )
}

/** Whether a field differs from what the server sent. */
function isChanged(field: Element) {
  if (field instanceof HTMLSelectElement) {
    const served = [...field.options].findIndex(({ defaultSelected }) => defaultSelected)
    return field.selectedIndex !== Math.max(0, served)
  }
  if (!(field instanceof HTMLInputElement)) return false
  return isChoice(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue
}

const isChoice = ({ type }: HTMLInputElement) => type === 'checkbox' || type === 'radio'

function rangeIn(ends: HTMLInputElement[]) {
  const [from, to] = ends.map(({ value }) => value.trim())
  return rangeOf(from, to)
}

/** The two inputs for a custom range, next to the select of the same name. */
const endsOf = (form: HTMLFormElement, name: string) =>
  [...form.querySelectorAll<HTMLInputElement>('input[data-range]')].filter(
    ({ dataset }) => dataset.range === name,
  )

/** The form's values without empty fields. A custom range replaces the select of its name: "100-500". */
function queryOf(form: HTMLFormElement) {
  const query = new URLSearchParams()
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) {
      const value = rangeIn(endsOf(form, field.name)) || (field.value === otherRange ? '' : field.value)
      if (value) query.append(field.name, value)
    } else if (field instanceof HTMLInputElement && field.name && !field.dataset.range) {
      const value = isChoice(field) ? field.checked && field.value : field.value.trim()
      if (value) query.append(field.name, value)
    }
  }
  // The order of a list comes last in addresses, wherever its field is.
  const sort = query.get('sort')
  if (sort) {
    query.delete('sort')
    query.append('sort', sort)
  }
  return query.toString()
}

function fill(form: HTMLFormElement, params: URLSearchParams) {
  for (const field of form.elements) {
    const value = 'name' in field ? (params.get(String(field.name)) ?? '') : ''
    if (field instanceof HTMLSelectElement) {
      const known = [...field.options].some((option) => option.value === value)
      const inputs = endsOf(form, field.name)
      // Keep what the visitor typed, in its order, even if it equals an option.
      const typed = value !== '' && rangeIn(inputs) === value
      const other = inputs.length > 0 && value !== '' && (typed || !known)
      field.value = other ? otherRange : known ? value : (field.options[0]?.value ?? '')
      const ends = known && !typed ? [] : value.split('-')
      for (const [i, end] of inputs.entries()) {
        if (typed || end !== document.activeElement) end.value = ends[i] ?? ''
      }
    } else if (field instanceof HTMLInputElement && !field.dataset.range) {
      if (isChoice(field)) field.checked = value === field.value
      else if (field !== document.activeElement) field.value = value
    }
  }
}
