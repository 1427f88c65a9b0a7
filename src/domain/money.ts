/** An ISO 4217 code: `USD`. */
export type Currency = string

/**
 * The currencies a shop sells in. Plans are sorted by their price in the first, the base currency.
 */
export type Currencies = readonly [base: Currency, ...others: Currency[]]

/** An amount in the currency's minor unit (cents, kopecks): integers add up without rounding. */
export type Money = { readonly minor: number; readonly currency: Currency }

/** Minor units by currency. A plan is not sold in a currency that is missing. */
export type Prices = { readonly [currency: Currency]: number }

export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code)
}

/** Digits after the decimal point: 2 for USD, 0 for JPY, 3 for KWD. */
export function minorDigits(currency: Currency): number {
  const known = digitsByCurrency.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  digitsByCurrency.set(currency, digits)
  return digits
}

const digitsByCurrency = new Map<Currency, number>()

/** An amount as a decimal with all its digits: `12.50`. */
export function decimalOf({ minor, currency }: Money): string {
  const digits = minorDigits(currency)
  return (minor / 10 ** digits).toFixed(digits)
}

/** Minor units of a decimal: 1250 for `12.50` in USD. */
export function minorOf(decimal: string, currency: Currency): number {
  return Math.round(Number(decimal) * 10 ** minorDigits(currency))
}

export function pricesIn(currencies: readonly Currency[], prices: Prices): Money[] {
  return currencies.flatMap((currency) => {
    const minor = prices[currency]
    return minor === undefined ? [] : [{ minor, currency }]
  })
}
