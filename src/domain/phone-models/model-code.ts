import type { HomeMarket, PhoneModel } from './phone-model.ts'

/** Returns the model of a code such as `SM-S911B`, which is Android's Build.MODEL. */
export function modelByCode(models: readonly PhoneModel[], code: string): PhoneModel | null {
  const typed = code.toLowerCase()
  const isMatch = (known: string) =>
    known.endsWith('*')
      ? typed.startsWith(known.slice(0, -1).toLowerCase())
      : typed === known.toLowerCase()
  return models.find(({ codes }) => codes.some(isMatch)) ?? null
}

/** Suffixes of the number in Samsung's codes: `SM-S9110` is sold in China and Hong Kong. */
const samsungMarkets: { readonly [suffix: string]: HomeMarket } = {
  '0': 'cn',
  '8': 'cn',
  N: 'kr',
  S: 'kr',
  K: 'kr',
  L: 'kr',
  U: 'us',
  U1: 'us',
  V: 'us',
  A: 'us',
  T: 'us',
}

/** Returns the market of sale from Samsung's codes, or null for other makers. */
export function homeMarketByCode(code: string): HomeMarket | 'elsewhere' | null {
  const [, suffix] = /^SM-[A-Z]\d{3}(\w*)$/i.exec(code) ?? []
  if (suffix === undefined) return null
  return samsungMarkets[suffix.toUpperCase()] ?? 'elsewhere'
}

/**
 * Returns the code of the visitor's phone from the client hint Sec-CH-UA-Model, or from the
 * User-Agent of an older browser (`Android 13; SM-S911B`). In the User-Agent, Chrome writes `K` for
 * all phones.
 */
export function codeFromHeaders(hint: string | undefined, userAgent: string): string | null {
  const hinted = /^"([\w .+()/-]{1,40})"$/.exec(hint ?? '')?.[1]
  if (hinted !== undefined) return hinted
  const [, named] =
    /Android [\d.]+; (?:SAMSUNG )?([\w .+()/-]{2,40}?)(?: Build\/|[;)])/.exec(userAgent) ?? []
  return named === undefined || /^(Mobile|Tablet)$/.test(named) ? null : named
}
