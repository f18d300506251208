import { create } from 'zustand'

export interface WalletChoice {
  id: string
  name: string
  /** Data URI that the wallet announces (EIP-6963). */
  icon?: string
}

interface Picker {
  choices: WalletChoice[] | null
  answer: (id: string | null) => void
}

/** The open choice of a wallet, which a dialog of every page shows. */
export const usePicker = create<Picker>(() => ({ choices: null, answer: () => {} }))

/** Replaces the choices of the open list. Without one it does nothing. */
export function offer(choices: WalletChoice[]) {
  if (usePicker.getState().choices) usePicker.setState({ choices })
}

/** The id of the chosen wallet, or null if the person closes the dialog. */
export function pick(choices: WalletChoice[]): Promise<string | null> {
  usePicker.getState().answer(null)
  return new Promise((resolve) => {
    usePicker.setState({
      choices,
      answer: (id) => {
        usePicker.setState({ choices: null, answer: () => {} })
        resolve(id)
      },
    })
  })
}
