'use client'

import { useId } from 'react'
import { createPortal } from 'react-dom'
import { useConfig } from '@/lib/use-config'
import { usePlaces } from '@/lib/use-places'
import * as t from '@/messages/price'
import styles from '@/ui/radio-switch.module.css'
import { usePricePreference } from '../store'

/** The placeholders for the switch: `<div data-price-switch="" />`. */
const places = '[data-price-switch]'

/** Switches prices between the shop's currency and ether. It is hidden if prices can't be converted. */
export function PriceSwitch() {
  const found = usePlaces(places)
  const config = useConfig()
  const offered = config?.currency === 'USD' && config.chains.some((chain) => chain.currencySymbol === 'ETH')
  return offered && found.map((place, i) => createPortal(<Switch />, place, String(i)))
}

function Switch() {
  const name = useId()
  const inEther = usePricePreference((state) => state.inEther)
  return (
    <fieldset className={styles.switch}>
      <legend>{t.prices}</legend>
      {[false, true].map((ether) => (
        <label key={String(ether)}>
          <input
            type="radio"
            name={name}
            checked={inEther === ether}
            onChange={() => usePricePreference.setState({ inEther: ether })}
          />
          {ether ? t.ether : t.dollars}
        </label>
      ))}
    </fieldset>
  )
}
