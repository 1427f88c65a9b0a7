import type { Currency, Money } from './money.ts'

/** Rewards and withdrawals are in US dollars (specification, section 9). */
export const partnerCurrency: Currency = 'USD'

/** The minimum balance for a withdrawal, $30 (specification, sections 5 and 9). */
export const minimumWithdrawal: Money = { minor: 3000, currency: partnerCurrency }
