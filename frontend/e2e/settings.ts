/** Addresses of the house under test; without E2E_BASE_URL (or BASE_URL) the run starts a house of its own. */
const offset = Number(process.env.PORT_OFFSET ?? 0)
const given = process.env.E2E_BASE_URL ?? process.env.BASE_URL

const local = (port: number) => `http://localhost:${port + offset}`

export const settings = {
  offset,
  /** Whether somebody else has started the house. */
  running: given !== undefined,
  baseURL: given ?? local(8080),
  mailboxURL: process.env.E2E_MAILBOX_URL ?? local(8025),
  chainURL: process.env.E2E_CHAIN_URL ?? local(8545),
  chainId: Number(process.env.E2E_CHAIN_ID ?? 31337),
  /** A house whose holds end soon, for the journey of an expired hold; without it that journey starts one. */
  shortHoldURL: process.env.E2E_SHORT_HOLD_URL,
  shortHoldMailboxURL: process.env.E2E_SHORT_HOLD_MAILBOX_URL,
  chromium: process.env.CHROMIUM_PATH ?? process.env.CHROMIUM ?? '/usr/bin/chromium',
  /** Milliseconds for what the chain and the mail do: several blocks, a mint, a mail. */
  patience: Number(process.env.E2E_PATIENCE ?? 120_000),
}
