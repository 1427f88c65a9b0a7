import { z } from 'zod'
import { currencies } from './currencies.ts'
import { optional, origin, secret, secretSettings } from './setting-types.ts'

const email = z.email('must be an email address')
const name = (letters: number) => {
  const error = `must have 1 to ${letters} characters`
  return z.string(error).min(1, error).max(letters, error)
}

/** Settings that the storefront and the embedded backend share. */
export const shopSettings = {
  SITE_ORIGIN: origin,
  CURRENCIES: currencies,
  BRAND_NAME: name(40),
  /** The company, in the footer of pages and emails. */
  LEGAL_NAME: name(120),
  SUPPORT_EMAIL: email,
  PARTNERS_EMAIL: email,
  /**
   * A secret that a separate storefront and backend share. The backend trusts the visitor's address
   * that this storefront sends. Without the secret, the backend uses the caller's own address.
   */
  STOREFRONT_KEY: optional(secret).register(secretSettings),
}
