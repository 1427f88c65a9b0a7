import type { BackendConfig } from '../../config/backend-config.ts'
import { product } from '../../domain/product.ts'

type NamedShop = Pick<BackendConfig, 'BRAND_NAME' | 'SITE_ORIGIN'>

/**
 * Whether a password is a word that attackers of this account would try. Ignores digits and signs.
 * The words are the brand, the product, the shop's domain and the customer's email address (ASVS 5,
 * 6.2.11).
 */
export function isOwnWord(
  password: string,
  { BRAND_NAME, SITE_ORIGIN }: NamedShop,
  email: string,
): boolean {
  const words = [BRAND_NAME, product.slug, new URL(SITE_ORIGIN).hostname, email]
  const guesses = words.flatMap((word) => [word, ...word.split(/[@.]/)]).map(lettersOf)
  const letters = lettersOf(password)
  return letters !== '' && guesses.includes(letters)
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/\P{L}/gu, '')
}
