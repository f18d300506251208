'use client'

import { type ReactNode, useId, useState } from 'react'
import { siteConfig } from '@/lib/config'
import { formatDate } from '@/lib/time'
import { formatYear } from '@/lib/year'
import * as t from '@/messages/certificate'
import { Details } from '@/ui/details'
import { FileButton } from '@/ui/file-button'
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
  const [{ claimIn }, { parseClaim }, { isSigned, isIssuedBy, readChain }] = await Promise.all([
    import('../file'),
    import('../model'),
    import('../check'),
  ])
  return { claimIn, parseClaim, isSigned, isIssuedBy, readChain }
}

async function look(file: Blob): Promise<Found> {
  const loaded = await tools().catch(() => null)
  if (!loaded) {
    return {
      step: 'unreadable',
      problem: t.checkNotLoaded,
    }
  }
  const { claimIn, parseClaim, isSigned, isIssuedBy, readChain } = loaded
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
  const ours = config && isIssuedBy(claim, config.certificateIssuers)
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
  const take = async (file: File) => {
    setFound({ step: 'busy' })
    setFound(await look(file))
  }
  return (
    <div className={styles.verifier} data-private>
      <div className={styles.choice}>
        <p id={`${id}-label`}>{t.fileLabel}</p>
        <FileButton
          id={id}
          accept="application/pdf,application/json,.pdf,.json,image/*"
          onChoose={take}
          aria-labelledby={`${id}-label ${id}-choose`}
        >
          <span id={`${id}-choose`}>{t.chooseFile}</span>
        </FileButton>
      </div>
      <div aria-live="polite">
        <Result found={found} />
      </div>
      <p className={styles.quiet}>
        {t.runYourself} <code className={styles.name}>vitrine-verify</code> (part of Vitrine).
      </p>
    </div>
  )
}

function Result({ found }: { found: Found }): ReactNode {
  switch (found.step) {
    case 'nothing':
      return null
    case 'busy':
      return <p>{t.checking}</p>
    case 'unreadable':
      return <Notice kind="alarm" title={found.problem} />
    case 'forged':
      return (
        <Notice kind="alarm" title={t.forged}>
          <p>
            {t.forgedHint}{' '}
            <em>
              <bdi>{found.claim.title}</bdi>
            </em>
            {t.forgedHintEnd}
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

/** Anyone can sign a claim as its issuer, so the issuer's address must be the gallery's. */
function Signer({ claim, ours }: { claim: Claim; ours: boolean | null }) {
  const signer = <code>{claim.issuer}</code>
  if (ours) {
    return (
      <Notice kind="assent" title={t.genuine}>
        <p>
          {t.genuineHint} {signer}
          {t.issuerUnknownHint}
        </p>
      </Notice>
    )
  }
  if (ours === false) {
    return (
      <Notice kind="alarm" title={t.otherIssuer}>
        <p>
          {t.otherIssuerHint} {claim.gallery || 'nobody'} {t.otherIssuerHintEnd} {signer}
          {t.whichIsntAnAddress}
        </p>
      </Notice>
    )
  }
  return (
    <Notice title={t.issuerUnknown}>
      <p>
        {t.nothingHasChangedSinceIt} {signer}
        {t.weCouldntLoadWhich}
      </p>
    </Notice>
  )
}

function Chain({ chain, vault }: { chain: OnChain | null; vault: boolean }) {
  if (!chain) {
    return (
      <Notice title={t.networkUnavailable}>
        <p>{t.networkUnavailableHint}</p>
      </Notice>
    )
  }
  if (!chain.known) {
    return (
      <Notice kind="alarm" title={t.tokenMissing}>
        <p>{t.tokenMissingHint}</p>
      </Notice>
    )
  }
  return (
    <Notice
      kind={chain.minted ? 'assent' : 'alarm'}
      title={chain.minted ? t.tokenExists : t.mintedByAnotherTransaction}
    >
      <p>
        {t.heldBy} <code>{chain.holder}</code>
        {vault ? t.heldByVault : t.heldOutsideVault}
        {!chain.minted && t.otherMint}
      </p>
    </Notice>
  )
}

/** "#3 of 25", or "Unique". */
const editionOf = ({ editionNumber, editionSize }: Claim) =>
  editionSize > 1 ? t.editionOf(editionNumber, editionSize) : t.unique

function Stated({ claim }: { claim: Claim }) {
  return (
    <Details
      details={[
        [t.work, claim.title],
        [t.artist, claim.artist],
        [t.year, claim.year ? formatYear(claim.year) : ''],
        [t.edition, editionOf(claim)],
        [t.issued, formatDate(new Date(Number(claim.issuedAt) * 1000))],
        [t.network, t.chainNumber(claim.chainId)],
        [t.contract, claim.contract, true],
        [t.token, claim.tokenId, true],
        [t.mintedBy, claim.mintTransactionHash, true],
        [t.originalSha256, claim.mediaHash, true],
      ]}
    />
  )
}
