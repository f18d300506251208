import { expect } from '@playwright/test'
import { settings } from './settings'

interface Summary {
  ID: string
  Subject: string
  To: { Address: string }[]
}

export interface Mail {
  ID: string
  Subject: string
  Text: string
}

/** The mailbox's API (Mailpit's). */
export class Mailbox {
  constructor(private readonly url = settings.mailboxURL) {}

  /** Waits for the newest mail to an address whose subject or text fits. */
  async waitFor(to: string, fits: RegExp): Promise<Mail> {
    let found: Mail | undefined
    await expect
      .poll(
        async () => {
          found = (await this.to(to)).find(({ Subject, Text }) => fits.test(Subject) || fits.test(Text))
          return found !== undefined
        },
        { timeout: settings.patience, message: `a mail to ${to} that fits ${fits}` },
      )
      .toBe(true)
    return found!
  }

  /** How many mails to an address have a subject that fits. */
  async count(to: string, fits: RegExp): Promise<number> {
    return (await this.to(to)).filter(({ Subject }) => fits.test(Subject)).length
  }

  /** The page of a mail, for what its text doesn't have. */
  html = async ({ ID }: Mail) => (await this.get<{ HTML: string }>(`/api/v1/message/${ID}`)).HTML

  private async to(address: string): Promise<Mail[]> {
    const { messages } = await this.get<{ messages: Summary[] }>('/api/v1/messages?limit=200')
    const mine = messages.filter(({ To }) =>
      To.some(({ Address }) => Address.toLowerCase() === address.toLowerCase()),
    )
    return Promise.all(mine.map(({ ID }) => this.get<Mail>(`/api/v1/message/${ID}`)))
  }

  private async get<T>(path: string): Promise<T> {
    const response = await fetch(this.url + path)
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return (await response.json()) as T
  }
}

/** The first address in a mail's text that fits. */
export function linkIn({ Text }: Mail, fits: RegExp): string {
  const links = Text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? []
  const found = links.find((link) => fits.test(link))
  if (!found) throw new Error(`No link that fits ${fits} in:\n${Text}`)
  return found
}
