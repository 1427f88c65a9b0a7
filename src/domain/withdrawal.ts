import type { Money } from './money.ts'

/** The minimum balance for a withdrawal, $30 (specification, sections 5 and 9). */
export const minimumWithdrawal: Money = { minor: 3000, currency: 'USD' }
