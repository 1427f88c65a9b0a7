import type { PartialShape } from '../../content/types.ts'
import { defaultLocale } from './locales.ts'
import type { Locale } from './locales.ts'

type Versions<T> = { readonly [lang in typeof defaultLocale]: T } & {
  readonly [lang: string]: PartialShape<NoInfer<T>>
}

/**
 * Returns the content file of a locale. Missing keys come from the default locale. Does not merge
 * lists.
 */
export function versionIn<T>(locale: Locale, versions: Versions<T>): T {
  return merge(versions[defaultLocale], versions[locale])
}

function merge<T>(full: T, partial: unknown): T {
  if (partial === undefined) return full
  if (!isObject(full) || !isObject(partial)) return partial as T // Versions checks the type
  const known = Object.keys(full).map((key) => [key, merge(full[key], partial[key])])
  return { ...partial, ...Object.fromEntries(known) }
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
