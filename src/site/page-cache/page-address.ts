import type { z } from 'zod'
import { utmNames } from '../../kit/utm.shared.ts'
import { canonicalPath } from '../../words/canonical-path.ts'
import { queryString } from '../../words/paths.shared.ts'
import { oneValue } from '../page-input.ts'

/**
 * Parameters with free text, any operator's name, or the number of an order or eSIM. Pages with
 * such a parameter are not stored.
 */
const freeTexts: readonly string[] = ['search_string', 'operator', 'order', 'iccid', ...utmNames]

export type PageAddress = {
  /** Path and query in their only canonical form. */
  readonly path: string
  /**
   * The store of the page. Pages with a query have a separate store, so that they cannot evict
   * plain pages, whose number is limited.
   */
  readonly store: 'linked' | 'filtered' | 'none'
}

/**
 * Returns a function that reduces a URL to the canonical address of its page. The address has only
 * valid parameters of the page, in the order of its schema, without defaults. The function returns
 * null when the path is not canonical or the page rejects the query.
 */
export function pageAddresses(schema: z.ZodObject): (url: URL) => PageAddress | null {
  // Computed on first use, because most isolates serve few of the pages with a query.
  let defaults: { readonly [name: string]: unknown } | undefined
  return ({ pathname, search, searchParams }) => {
    if (canonicalPath(pathname, search) !== null) return null
    if (search === '') return { path: pathname, store: 'linked' }
    const parsed = schema.safeParse(valuesOf(searchParams, schema))
    if (!parsed.success) return null
    const known = (defaults ??= schema.safeParse({}).data ?? {})
    const values = Object.entries(parsed.data).filter(
      ([name, value]) => value !== undefined && value !== known[name],
    )
    const path =
      pathname +
      queryString(Object.fromEntries(values.map(([name, value]) => [name, String(value)])))
    if (values.length === 0) return { path, store: 'linked' }
    const isFree = values.some(([name]) => freeTexts.includes(name))
    return { path, store: isFree ? 'none' : 'filtered' }
  }
}

function valuesOf(search: URLSearchParams, schema: z.ZodObject): Record<string, unknown> {
  return Object.fromEntries(
    [...search.keys()].map((name) => [name, oneValue(schema, name, search.getAll(name))]),
  )
}
