import { useEffect, useRef, useState } from 'react'
import { ApiError, wordsOf } from '@/lib/api/error'
import { siteConfig } from '@/lib/config'
import * as t from '@/messages/address'
import { addressProblem, looksLikeName } from './address'
import type { ResolvedName } from './names'
import { knownProblem, problemOf } from './problem'

/** A wallet that a person chose: its address, and the ENS name if they typed one. */
export interface Recipient {
  address: string
  name?: string
}

/** Milliseconds without typing before a name is looked up. */
const pause = 500

const initial = {
  text: '',
  looking: false,
  resolved: null as ResolvedName | null,
  confirmed: false,
  problem: '',
}

/**
 * The input for a wallet's address: an address, or an ENS name whose address is shown and must be confirmed. `field`
 * is for AddressField; `check` returns what to send.
 */
export function useRecipient() {
  const [state, setState] = useState(initial)
  /** The lookup in progress: a response for an earlier text is dropped. */
  const lookup = useRef({ text: '', reply: null as Promise<ResolvedName> | null })
  const set = (change: Partial<typeof initial>) => setState((now) => ({ ...now, ...change }))

  function look(text: string): Promise<ResolvedName> {
    if (lookup.current.text === text && lookup.current.reply) return lookup.current.reply
    const reply = resolve(text)
    const mine = () => lookup.current.reply === reply
    lookup.current = { text, reply }
    set({ looking: true, resolved: null, confirmed: false, problem: '' })
    reply.then(
      (resolved) => mine() && set({ looking: false, resolved }),
      (error: unknown) => {
        if (!mine()) return
        lookup.current.reply = null
        set({ looking: false, problem: problemOf(error).message })
      },
    )
    return reply
  }

  function setText(text: string) {
    lookup.current = { text: '', reply: null }
    setState({ ...initial, text })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a pause in typing looks the text up, and nothing else does
  useEffect(() => {
    if (!looksLikeName(state.text)) return
    const timer = setTimeout(() => void look(state.text.trim()).catch(() => undefined), pause)
    return () => clearTimeout(timer)
  }, [state.text])

  return {
    field: {
      value: state.text,
      onValue: setText,
      looking: state.looking,
      resolved: state.resolved,
      confirmed: state.confirmed,
      onConfirm: (confirmed: boolean) => set({ confirmed, problem: '' }),
      error: state.problem,
    },
    setText,
    /** Shows a problem at the field. */
    setProblem: (problem: string) => set({ problem }),
    /** What to send, or null: then the field shows what is missing. */
    async check(): Promise<Recipient | null> {
      const text = state.text.trim()
      if (!looksLikeName(text)) {
        const problem = await addressProblem(text)
        set({ problem: problem ?? '' })
        return problem ? null : { address: text }
      }
      const found = await look(text).catch(() => null)
      if (!found) return null
      if (!state.confirmed) {
        set({ problem: t.confirmAddressOf(found.name) })
        return null
      }
      return { address: found.address, name: found.name }
    },
    /** Shows a server's error at the field. A name that changed is looked up again and must be confirmed again. */
    refuse(error: unknown) {
      const words =
        (error instanceof ApiError && (error.details.to ?? error.details.address ?? error.details.name)) ||
        wordsOf(error)
      if (!(error instanceof ApiError && error.code === 'name_changed')) return set({ problem: words })
      lookup.current = { text: '', reply: null }
      return void look(state.text.trim()).then(
        () => set({ problem: words }),
        () => undefined,
      )
    },
  }
}

async function resolve(text: string) {
  const { names } = await siteConfig().catch(() => {
    throw knownProblem('unreachable')
  })
  if (!names) throw knownProblem('no_names')
  const { resolveName } = await import('./names')
  return resolveName(names, text)
}
