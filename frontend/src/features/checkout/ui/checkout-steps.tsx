'use client'

import { lazy, type ReactNode, Suspense, useEffect, useId } from 'react'
import { isLeftOver } from '@/lib/left-over'
import { formatMoney, type Money } from '@/lib/money'
import * as t from '@/messages/checkout'
import { availability, missingSentence, page, reservedSentence } from '@/messages/checkout'
import { Button } from '@/ui/button'
import { type Gate, isSendable } from '../model'
import { useShownEdition } from '../shown'
import { canPay, canRelease, flagsOf, sendingOf } from '../state'
import { useCheckoutPage } from '../use-checkout-page'
import { useEtherAmount } from '../use-ether-amount'
import { type Terms, useKeptPrice, usePhased } from '../use-phased'
import { BuyerStep } from './buyer-step'
import styles from './checkout.module.css'
import { PaymentStep } from './payment-step'
import { StatusLine } from './status-line'
import { TermsStep } from './terms-step'

const AuctionPromise = lazy(() =>
  import('./auction-order').then((module) => ({ default: module.AuctionPromise })),
)

export interface Offered {
  id: string
  slug: string
  /** The drop whose phases may decide about the work now. */
  drop: string | null
  chainId: number
  editionSize: number
  availability: 'UPCOMING' | 'AVAILABLE' | 'RESERVED' | 'SOLD_OUT' | 'NOT_FOR_SALE'
  price: Money | null
  /** Its terms by the drop's phases when the page was rendered. */
  rendered?: Terms
}

interface CheckoutStepsProps {
  lang: string
  artwork: Offered
  /** Version of the terms that the person accepts. */
  termsVersion: string
  gate: Gate
  /** The person's name and address, once they are known. */
  who: string[]
  /** The steps that the person has to complete before they can buy. */
  todo: ReactNode
  /** Another way to log in, on this page. */
  signIn?: ReactNode
}

/** Three steps on one page: the buyer, the price, the payment. */
export function CheckoutSteps({ lang, artwork, termsVersion, gate, who, todo, signIn }: CheckoutStepsProps) {
  const phased = usePhased(artwork)
  const checkoutPage = useCheckoutPage({
    lang,
    artworkId: artwork.id,
    artworkSlug: artwork.slug,
    drop: artwork.drop,
    artworkChainId: artwork.chainId,
    editionSize: artwork.editionSize,
    termsVersion,
    gate,
    phased,
  })
  const { state, checkout, holdSeconds } = checkoutPage
  const { step, form } = state
  const flags = flagsOf(state)
  const missingId = useId()
  // Whether the work can be bought matters only if no checkout is in progress.
  const nothingHeld = step.name === 'terms' || step.name === 'buyer'
  useKeptPrice(artwork.id, checkout)
  const edition = checkout?.editionNumber ?? checkoutPage.chosen
  useEffect(() => useShownEdition.setState({ artworkId: artwork.id, edition }), [artwork.id, edition])
  const { offer } = phased
  const closed = closedSentence(offer, holdSeconds)
  const gone = artwork.availability === 'SOLD_OUT' || artwork.availability === 'NOT_FOR_SALE'
  const shut = nothingHeld ? (gone ? closed : phased.shut || closed) : undefined
  const soldOut = shut !== undefined && (Boolean(phased.shut) || offer.availability !== 'RESERVED')
  const price = checkout?.price ?? offer.price
  const open = gate === 'open' && !soldOut && !flags.loading
  const held = step.name === 'payment'
  const expired = step.name === 'terms' && step.ended?.status === 'expired'
  const missing =
    held && !flags.checkoutInProgress
      ? missingSentence({
          terms: !flags.termsAccepted,
          country: form.billingCountry === '',
          gift: !isSendable(form.gift),
        })
      : ''
  const label =
    form.method === 'card' ? page.payByCard : sendingOf(state) === 'late' ? page.sendAgain : page.payWithEther
  const ether = useEtherAmount(price, checkoutPage.chainId)
  const sum =
    form.method === 'ether' && ether !== null ? t.aboutEther(ether) : price ? formatMoney(price) : null
  const described = [price && 'total', missing && missingId].filter(Boolean).join(' ')
  const releasable = canRelease(state)
  return (
    <div className={styles.desk}>
      <ol className={styles.steps}>
        <BuyerStep
          lang={lang}
          slug={artwork.slug}
          edition={checkoutPage.chosen}
          gate={gate}
          who={who}
          todo={todo}
          signIn={signIn}
          shut={shut}
        />
        <TermsStep
          lang={lang}
          checkoutPage={checkoutPage}
          editionSize={artwork.editionSize}
          price={price}
          open={open}
        />
        <PaymentStep checkoutPage={checkoutPage} open={open} />
      </ol>
      {(checkout ? checkout.auction : offer.auction) && (
        <Suspense fallback={null}>
          <AuctionPromise price={checkout?.price ?? null} />
        </Suspense>
      )}
      <div className={styles.foot} data-stays={(held && releasable) || expired}>
        <StatusLine lang={lang} checkoutPage={checkoutPage} gate={gate} shut={shut} />
        <Button
          wide
          disabled={!canPay(state)}
          busy={flags.checkoutInProgress}
          onClick={checkoutPage.pay}
          aria-describedby={described || undefined}
        >
          <span>
            {label}
            {/* Keep the button's name, which people and tests rely on; screen readers get the sum as its description. */}
            {sum && <span aria-hidden="true"> · {sum}</span>}
          </span>
        </Button>
        {missing && (
          <p id={missingId} className={styles.missing}>
            {missing}
          </p>
        )}
      </div>
      {releasable && (
        <Button kind="text" busy={flags.checkoutInProgress} onClick={checkoutPage.cancel}>
          {page.cancel}
        </Button>
      )}
    </div>
  )
}

function closedSentence(
  offered: Pick<Offered, 'availability' | 'price'>,
  holdSeconds: number,
): string | undefined {
  const { availability: state } = offered
  if (state === 'AVAILABLE') return undefined
  if (isLeftOver(offered)) return t.dropEnded
  return state === 'RESERVED' ? reservedSentence(holdSeconds) : availability[state]
}
