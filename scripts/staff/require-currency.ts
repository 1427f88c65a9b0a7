import type { Currencies, Currency } from '../../src/domain/money.ts'

/** Rejects a currency in which nobody can pay, because an amount in it would have no effect. */
export function requireCurrency(currencies: Currencies, currency: Currency): void {
  if (currencies.includes(currency)) return
  throw new Error(
    `The shop does not charge ${currency}. CURRENCIES in wrangler.toml has ${currencies.join(', ')}.`,
  )
}
