'use client'

import { useQuery } from '@apollo/client/react'
import { useRouter } from 'next/navigation'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { SuggestionsDocument } from '@/gen/graphql'
import { browserClient } from '@/lib/apollo/browser'
import { viewedWorks } from '@/lib/viewed'
import * as t from '@/messages/search'
import { Button } from '@/ui/button'
import { Link } from '@/ui/link'
import { visuallyHidden } from '@/ui/visually-hidden'
import {
  colorsLike,
  commandsFor,
  commandsLike,
  highlight,
  keyOf,
  listSentence,
  longest,
  optionOf,
  searchHref,
} from '../model'
import styles from './search.module.css'

/** Milliseconds without a key until suggestions are requested. */
const pause = 150

/** A value once it hasn't changed for a while. */
function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}

interface SearchBoxProps {
  lang: string
  /** A suggestion was opened, or the search was submitted. */
  onChosen: () => void
}

/**
 * A combobox with a list of suggestions, according to the ARIA Authoring Practices: the focus stays in the field, the arrow keys select,
 * Enter opens the selection or searches, Escape closes the list first.
 */
export function SearchBox({ lang, onChosen }: SearchBoxProps) {
  const router = useRouter()
  const id = useId()
  const [text, setText] = useState('')
  const typed = text.trim().slice(0, longest)
  const settled = useSettled(typed, pause)
  const { data, previousData, error, loading } = useQuery(SuggestionsDocument, {
    client: browserClient(),
    variables: { text: settled },
    skip: settled === '',
  })
  const [commands] = useState(() => commandsFor(lang, viewedWorks()))
  const found = (typed && settled && !error && (data ?? previousData)?.suggestions) || []
  const list = typed
    ? [
        ...colorsLike(lang, typed),
        ...commandsLike(commands, typed),
        ...found.map((suggestion) => optionOf(lang, suggestion)),
      ]
    : commands
  // A selection is kept while the text doesn't change, even when suggestions arrive below it.
  const [choice, setChoice] = useState<{ of: string; key: string | null }>({ of: '', key: null })
  const [closed, setClosed] = useState<string | null>(null)
  const active = choice.of === typed ? list.findIndex((option) => keyOf(option) === choice.key) : -1
  const expanded = list.length > 0 && closed !== settled
  const choose = (index: number) => {
    const chosen = list[index]
    setChoice({ of: typed, key: chosen ? keyOf(chosen) : null })
  }
  const optionId = (index: number) => `${id}-${index}`

  const options = useRef<HTMLDivElement>(null)
  useEffect(() => {
    options.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const onKeyDown = (event: KeyboardEvent) => {
    // During text composition (IME), keys belong to the input method.
    if (event.nativeEvent.isComposing) return
    // Without a text there is no list, so Escape closes the dialog.
    if (event.key === 'Escape' && expanded && typed) {
      event.preventDefault()
      setClosed(settled)
      choose(-1)
    }
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && list.length > 0) {
      event.preventDefault()
      setClosed(null)
      // Cycle from the field through the list and back to the field.
      const step = event.key === 'ArrowDown' ? 1 : -1
      choose(((active + 1 + step + list.length + 1) % (list.length + 1)) - 1)
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const chosen = list[active]
    if (!chosen && !typed) return
    if (chosen?.leads) window.location.assign(chosen.href)
    else router.push(chosen ? chosen.href : searchHref(lang, typed))
    onChosen()
  }

  return (
    <search aria-label={t.theGallery}>
      <form onSubmit={onSubmit} action={`/${lang}/artworks/`} className={styles.form}>
        <input
          type="text"
          name="search"
          role="combobox"
          aria-label={t.searchTheGallery}
          aria-autocomplete="list"
          aria-expanded={expanded}
          aria-controls={`${id}-list`}
          aria-activedescendant={expanded && active >= 0 ? optionId(active) : undefined}
          placeholder={t.placeholder}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          dir="auto"
          className={styles.field}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setClosed(null)
          }}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" kind="quiet">
          {t.search}
        </Button>
      </form>
      <div
        ref={options}
        role="listbox" // oxlint-disable-line jsx-a11y/prefer-tag-over-role
        id={`${id}-list`}
        aria-label={t.suggestions}
        hidden={!expanded}
        className={styles.list}
      >
        {expanded &&
          list.map((option, index) => (
            <Link
              key={keyOf(option)}
              id={optionId(index)}
              role="option" // oxlint-disable-line jsx-a11y/prefer-tag-over-role
              aria-selected={index === active}
              tabIndex={-1}
              prefetch={false}
              href={option.href}
              className={styles.option}
              onPointerMove={() => {
                if (index !== active) choose(index)
              }}
              onClick={(event) => {
                if (!event.metaKey && !event.ctrlKey && !event.shiftKey) onChosen()
              }}
            >
              <span className={styles.picture}>{option.image && <img src={option.image} alt="" />}</span>
              <span className={styles.title}>
                <bdi>
                  {highlight(option.title, typed).map(({ text: part, marked }, i) =>
                    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
                    marked ? <mark key={i}>{part}</mark> : <span key={i}>{part}</span>,
                  )}
                </bdi>
              </span>{' '}
              <span className={styles.kind}>{option.kind}</span>
            </Link>
          ))}
      </div>
      {typed && !expanded && !loading && settled === typed && (
        <p className={styles.note}>
          {list.length > 0 ? t.suggestionsAreHidden : t.noSuggestions} {t.pressEnter}
        </p>
      )}
      <output className={visuallyHidden}>
        {settled && settled === typed && !loading && closed !== settled && listSentence(list.length)}
      </output>
    </search>
  )
}
