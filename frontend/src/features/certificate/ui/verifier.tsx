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

/** The code that reads and checks a certificate. It loads with the first one. */
async function tools() {
  const [{ claimIn }, { parseClaim }, { isSigned, isAmong, readChain }] = await Promise.all([
    import('../file'),
    import('../model'),
    import('../check'),
  ])
  return { claimIn, parseClaim, isSigned, isAmong, readChain }
}

async function look(file: Blob): Promise<Found> {
  const loaded = await tools().catch(() => null)
  if (!loaded) {
    return {
      step: 'unreadable',
      problem: 'We couldn’t load the check. Check your connection and try again.',
    }
  }
  const { claimIn, parseClaim, isSigned, isAmong, readChain } = loaded
  let claim: Claim
  try {
    claim = parseClaim(await claimIn(file))
  } catch (error) {
    return { step: 'unreadable', problem: (error as Error).message }
  }
  if (!(await isSigned(claim))) return { step: 'forged', claim }
  const [config, chain] = await Promise.all([
    siteConfig().catch(() => null),
    readChain(claim).catch(() => null),
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

/** Checks a certificate in the browser: its signature, and its token on the chain. */
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
        <label htmlFor={id}>Certificate: PDF, JSON or a photo of its code</label>
        <input
          id={id}
          type="file"
          accept="application/pdf,application/json,.pdf,.json,image/*"
          onChange={({ target }) => take(target.files?.[0])}
        />
      </div>
      <div aria-live="polite">
        <Result found={found} />
      </div>
      <p className={styles.quiet}>
        You can run the same check on your own computer, against any node, with the program{' '}
        <code className={styles.name}>vitrine-verify</code> (part of Vitrine).
      </p>
    </div>
  )
}

function Result({ found }: { found: Found }): ReactNode {
  switch (found.step) {
    case 'nothing':
      return null
    case 'busy':
      return <p>Checking the signature and the token.</p>
    case 'unreadable':
      return <Notice kind="alarm" title={found.problem} />
    case 'forged':
      return (
        <Notice kind="alarm" title="The signature doesn’t match">
          <p>
            The issuer that this certificate names didn’t sign what it says about <em>{found.claim.title}</em>
            : it was changed, or made up. Don’t rely on it.
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

/** Anyone can sign a claim and name themselves as issuer, so the issuer's address has to be the gallery's. */
function Signer({ claim, ours }: { claim: Claim; ours: boolean | null }) {
  const signer = <code>{claim.issuer}</code>
  if (ours) {
    return (
      <Notice kind="assent" title="The signature is genuine">
        <p>This gallery signed it with {signer}. Nothing has changed since.</p>
      </Notice>
    )
  }
  if (ours === false) {
    return (
      <Notice kind="alarm" title="Not signed by this gallery">
        <p>
          It names {claim.gallery || 'nobody'} as its issuer and was signed with {signer}, which isn’t an
          address of this gallery. If another gallery issued it, compare the address with the one that they
          publish. Otherwise don’t rely on it.
        </p>
      </Notice>
    )
  }
  return (
    <Notice title="Signed, but we couldn’t check the signer">
      <p>
        Nothing has changed since it was signed with {signer}. We couldn’t load which addresses sign for this
        gallery. Try again later.
      </p>
    </Notice>
  )
}

function Chain({ chain, vault }: { chain: OnChain | null; vault: boolean }) {
  if (!chain) {
    return (
      <Notice title="The network is unavailable">
        <p>
          We couldn’t check the token. That says nothing about the certificate. Try again later, or use
          vitrine-verify with another node.
        </p>
      </Notice>
    )
  }
  if (!chain.known) {
    return (
      <Notice kind="alarm" title="The token doesn’t exist">
        <p>The signature is genuine, but the contract has no token with this number, or no longer has it.</p>
      </Notice>
    )
  }
  return (
    <Notice
      kind={chain.minted ? 'assent' : 'alarm'}
      title={chain.minted ? 'The token exists' : 'Minted by another transaction'}
    >
      <p>
        Held by <code>{chain.holder}</code>
        {vault ? ', our vault, for its owner.' : '. It has left our vault.'}
        {!chain.minted && ' The transaction that the certificate names didn’t mint it.'}
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
