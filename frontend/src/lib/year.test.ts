import { expect, test } from 'vitest'
import { dateOf } from './year'

test.each([
  [{ dated: 'c. 1890', year: 1890 }, 'c. 1890'],
  [{ dated: 'before 1600', year: null }, 'before 1600'],
  [{ dated: 'n.d.', year: null }, 'n.d.'],
  [{ dated: null, year: 1929 }, '1929'],
  [{ dated: null, year: -500 }, '500 BC'],
  [{ dated: null, year: null }, ''],
])('the date of %j is "%s"', (work, date) => expect(dateOf(work)).toBe(date))
