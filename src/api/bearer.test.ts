import { expect, it } from 'vitest'
import { secretID } from '../kit/tokens.shared.ts'
import { bearer, readBearer } from './bearer.ts'

it('reads a session from the header that it creates', () => {
  const session = { sessionID: secretID(), token: secretID() }
  expect(readBearer(bearer(session))).toEqual(session)
})

it.each([
  undefined,
  '',
  'Basic YTpi',
  'Bearer',
  'Bearer x',
  'Bearer A',
  `Bearer ${'A'.repeat(301)}`,
  bearer({ sessionID: 'short', token: secretID() }),
  bearer({ sessionID: secretID(), token: `${secretID()}:more` }),
])('returns no session for %s', (header) => {
  expect(readBearer(header)).toBeNull()
})
