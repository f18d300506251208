import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Addresses of the instance under test; without E2E_BASE_URL (or BASE_URL) the run starts one. */
const offset = Number(process.env.PORT_OFFSET ?? 0)
const given = process.env.E2E_BASE_URL ?? process.env.BASE_URL

/** Debian's Chromium without windows, which takes half the processor time of the other one. */
const shell = '/usr/bin/chromium-headless-shell'

const local = (port: number) => `http://localhost:${port + offset}`

export const settings = {
  offset,
  /** Whether everything runs, as in `make test-all`. */
  all: process.env.E2E_ALL !== undefined,
  /** Whether the instance was started by someone else. */
  running: given !== undefined,
  baseURL: given ?? local(8080),
  mailboxURL: process.env.E2E_MAILBOX_URL ?? local(8025),
  chainURL: process.env.E2E_CHAIN_URL ?? local(8545),
  pushURL: process.env.E2E_PUSH_URL ?? local(9020),
  natsAddress: process.env.E2E_NATS ?? `127.0.0.1:${9422 + offset}`,
  /** The data folder of the instance, whose secrets a second replica of the site needs. */
  data: () => process.env.E2E_DATA ?? process.env.VITRINE_DATA ?? join(import.meta.dirname, '../../.vitrine'),
  chainId: Number(process.env.E2E_CHAIN_ID ?? 31337),
  /** An instance whose holds and email links expire soon, for the journeys that wait for that. Without it, they start one. */
  hastyURL: process.env.E2E_HASTY_URL,
  hastyMailboxURL: process.env.E2E_HASTY_MAILBOX_URL,
  chromium:
    process.env.CHROMIUM_PATH ?? process.env.CHROMIUM ?? (existsSync(shell) ? shell : '/usr/bin/chromium'),
  /** The other one: the one without windows has no notifications. */
  wholeChromium: process.env.CHROMIUM_PATH ?? process.env.CHROMIUM ?? '/usr/bin/chromium',
  /** Timeout in milliseconds for actions that take several blocks, a mint or an email. */
  patience: Number(process.env.E2E_PATIENCE ?? 120_000),
}
