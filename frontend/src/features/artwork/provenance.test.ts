import { expect, test } from 'vitest'
import { byEdition, emptyRecord } from './provenance'

const token = (editionNumber: number) => ({
  tokenId: `1200000${editionNumber}`,
  editionNumber,
  chainId: 1,
  contract: '0xc',
  events: [],
})

test('editions in order', () =>
  expect(byEdition([token(2), token(1)]).map(({ editionNumber }) => editionNumber)).toEqual([1, 2]))

test('an empty record of a work that can’t be bought doesn’t mention a purchase', () => {
  expect(emptyRecord('AVAILABLE')).toContain('when it is bought')
  expect(emptyRecord('UPCOMING')).toContain('when it is bought')
  expect(emptyRecord('NOT_FOR_SALE')).not.toContain('bought')
  // All of them are sold, so "not yet" would be wrong for earlier ones.
  expect(emptyRecord('SOLD_OUT')).toContain('left the gallery earlier')
})
