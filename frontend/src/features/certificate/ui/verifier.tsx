'use client'

import { type ReactNode, useId, useState } from 'react'
import { siteConfig } from '@/lib/config'
import { formatDate, formatYear } from '@/lib/time'
import { Notice } from '@/ui/notice'
import type { OnChain } from '../check'
import type { Claim } from '../model'
import styles from './verifier.module.css'

type Found =
  | { step: 'nothing' | 'busy' }
  | { step: 'unreadable'; problem: string }
  | { step: 'forged'; claim: Claim }
  | { step: 'signed'; claim: Claim; ours: boolean | null; chain: OnChain | null; vault: boolean }

/** What reads and checks a certificate; it loads when there is one. */
async function tools() {
  const [{ claimIn }, { parseClaim }, { isSigned, isAmong, askChain }] = await Promise.all([
    import('../file'),
    import('../model'),
    import('../check'),
  ])
  return { claimIn, parseClaim, isSigned, isAmong, askChain }
}

async function look(file: Blob): Promise<Found> {
  const loaded = await tools().catch(() => null)
  if (!loaded) {
    return {
      step: 'unreadable',
      problem: 'The check could not be loaded. Look at your connection and try again.',
    }
  }
  const { claimIn, parseClaim, isSigned, isAmong, askChain } = loaded
  let claim: Claim
  try {
    claim = parseClaim(await claimIn(file))
  } catch (error) {
    return { step: 'unreadable', problem: (error as Error).message }
  }
  if (!(await isSigned(claim))) return { step: 'forged', claim }
  const [config, chain] = await Promise.all([
    siteConfig().catch(() => null),
    askChain(claim).catch(() => null),
  ])
  const ours = config && isAmong(claim, config.certificateIssuers)
  const vault = config?.chains.find(({ chainId }) => chainId === claim.chainId)?.vault.toLowerCase()
  return {
    step: 'signed',
    claim,
    ours,
    chain,
    vault: chain?.known === true && chain.holder.toLowerCase() === vault,
  }
}

/** Checks a certificate in the browser: its signature, and what a node knows of its token. */
export function Verifier() {
  const [found, setFound] = useState<Found>({ step: 'nothing' })
  const id = useId()
  const take = async (file: File | undefined) => {
    if (!file) return
    setFound({ step: 'busy' })
    setFound(await look(file))
  }
  return (
    <div className={styles.verifier} data-private>
      <div className={styles.choice}>
        <label htmlFor={id}>Certificate, as PDF or JSON</label>
        <input
          id={id}
          type="file"
          accept="application/pdf,application/json,.pdf,.json"
          onChange={({ target }) => take(target.files?.[0])}
        />
      </div>
      <div aria-live="polite">
        <Result found={found} />
      </div>
      <p className={styles.quiet}>
        The same check runs on your own computer and against any node with the program{' '}
        <code className={styles.name}>vitrine-verify</code>, which is part of Vitrine.
      </p>
    </div>
  )
}

function Result({ found }: { found: Found }): ReactNode {
  switch (found.step) {
    case 'nothing':
      return null
    case 'busy':
      return <p>Checking the signature and asking the chain.</p>
    case 'unreadable':
      return <Notice kind="alarm" title={found.problem} />
    case 'forged':
      return (
        <Notice kind="alarm" title="The signature does not fit">
          <p>
            What this certificate states about <em>{found.claim.title}</em> was not signed by the issuer that
            it names: it was changed, or made up. Do not rely on it.
          </p>
        </Notice>
      )
    default:
      return (
        <>
          <Signer claim={found.claim} ours={found.ours} />
          <Chain chain={found.chain} vault={found.vault} />
          <Stated claim={found.claim} />
        </>
      )
  }
}

/** Anyone can sign a claim that names himself: what counts is whose address it is. */
function Signer({ claim, ours }: { claim: Claim; ours: boolean | null }) {
  const signer = <code>{claim.issuer}</code>
  if (ours) {
    return (
      <Notice kind="assent" title="The signature is genuine">
        <p>This gallery signed it, with {signer}, and nothing was changed since.</p>
      </Notice>
    )
  }
  if (ours === false) {
    return (
      <Notice kind="alarm" title="Not signed by this gallery">
        <p>
          It calls its issuer {claim.gallery || 'nothing'} and was signed with {signer}, which is no address
          of this gallery. Another gallery may have issued it: compare the address with the one that it
          publishes. Otherwise do not rely on it.
        </p>
      </Notice>
    )
  }
  return (
    <Notice title="Signed, but by whom could not be checked">
      <p>
        Nothing was changed since it was signed with {signer}. Which addresses sign for this gallery could not
        be asked just now. Try again later.
      </p>
    </Notice>
  )
}

function Chain({ chain, vault }: { chain: OnChain | null; vault: boolean }) {
  if (!chain) {
    return (
      <Notice title="The chain could not be asked">
        <p>
          Who holds the token today is not known here. Try again later, or ask a node of your own with
          vitrine-verify.
        </p>
      </Notice>
    )
  }
  if (!chain.known) {
    return (
      <Notice kind="alarm" title="The chain has no such token">
        <p>
          The certificate is genuine, but the contract knows no token with this number, or no longer does.
        </p>
      </Notice>
    )
  }
  return (
    <Notice
      kind={chain.minted ? 'assent' : 'alarm'}
      title={chain.minted ? 'The token exists' : 'Another mint'}
    >
      <p>
        Held by <code>{chain.holder}</code>
        {vault ? ', the gallery’s vault, for its owner.' : '. It has left the gallery’s vault.'}
        {!chain.minted && ' The named transaction did not make it.'}
      </p>
    </Notice>
  )
}

/** "#3 of 25", or "Unique". */
const editionOf = ({ editionNumber, editionSize }: Claim) =>
  editionSize > 1 ? `#${editionNumber} of ${editionSize}` : 'Unique'

function Stated({ claim }: { claim: Claim }) {
  const rows: [label: string, value: string, mono?: boolean][] = [
    ['Work', claim.title],
    ['Artist', claim.artist],
    ['Year', claim.year ? formatYear(claim.year) : ''],
    ['Edition', editionOf(claim)],
    ['Issued', formatDate(new Date(Number(claim.issuedAt) * 1000))],
    ['Network', `Chain ${claim.chainId}`],
    ['Contract', claim.contract, true],
    ['Token', claim.tokenId, true],
    ['Minted by', claim.mintTransactionHash, true],
    ['Original (SHA-256)', claim.mediaHash, true],
  ]
  return (
    <dl className={styles.stated}>
      {rows
        .filter(([, value]) => value)
        .map(([label, value, mono]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={mono ? 'mono' : undefined}>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
