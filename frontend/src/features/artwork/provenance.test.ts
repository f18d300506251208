import { expect, test } from 'vitest'
import { emptyRecord, parseHistory } from './provenance'

test('editions in order, absent fields empty', () => {
  const parsed = parseHistory({
    items: [
      { tokenId: '12000002', editionNumber: 2 },
      { tokenId: '12000001', editionNumber: 1, events: [{ kind: 'minted', to: '0xab', final: true }] },
    ],
  })
  expect(parsed.map(({ editionNumber }) => editionNumber)).toEqual([1, 2])
  expect(parsed[0]?.events[0]).toEqual({
    kind: 'minted',
    from: '',
    to: '0xab',
    transactionHash: '',
    at: null,
    final: true,
  })
})

test('nonsense is an empty record', () => {
  for (const body of [null, {}, { items: 'x' }, { items: [{}] }]) expect(parseHistory(body)).toEqual([])
})

test('an empty record promises nothing of a work that cannot be bought', () => {
  expect(emptyRecord('AVAILABLE')).toContain('when it is bought')
  expect(emptyRecord('UPCOMING')).toContain('when it is bought')
  expect(emptyRecord('NOT_FOR_SALE')).not.toContain('bought')
  // All of them are gone, so "not yet" would be wrong for those that left earlier.
  expect(emptyRecord('SOLD_OUT')).toContain('left the gallery earlier')
})
