import type { Context, Input, MiddlewareHandler, ValidationTargets } from 'hono'
import { z } from 'zod'
import { createMiddleware } from 'hono/factory'
import type { AppContext, AppEnv } from './app-env.ts'
import { inputValidator, singleValues, type InvalidInput } from '../api/valid-input.ts'
import { brokenLinkPage, notFoundPage } from './error-pages.tsx'
import { esimHash } from '../api/common.ts'
import { forbidIndexing, cacheControl } from '../kit/http.ts'
import { utmNames } from '../kit/utm.shared.ts'
import { canonicalPath } from '../words/canonical-path.ts'
import { queryString } from '../words/paths.shared.ts'
import { hasNotice } from './form-notices.ts'
import type { PageAddress } from './page-cache.ts'

export type ValidParams<Params extends z.ZodObject> = {
  readonly in: { readonly param: ValidationTargets['param'] }
  readonly out: { readonly param: z.output<Params> }
}
export type ValidQuery<Query extends z.ZodObject> = {
  readonly in: { readonly query: ValidationTargets['query'] }
  readonly out: { readonly query: z.output<Query> }
}
export type ParamsContext<Params extends z.ZodObject> = Context<AppEnv, string, ValidParams<Params>>
type QueryContext<Query extends z.ZodObject> = Context<AppEnv, string, ValidQuery<Query>>

export function validParams<Params extends z.ZodObject>(
  params: Params,
): MiddlewareHandler<AppEnv, string, ValidParams<Params>> {
  return pageInputValidator('param', params)
}

/** Validates a query, or answers 404. */
export function validQuery<Query extends z.ZodObject>(
  query: Query,
): MiddlewareHandler<AppEnv, string, ValidQuery<Query>> {
  return inputValidator('query', queryValues(query).pipe(query), refuseQuery)
}

/** Parameters with the secret of an eSIM or an order. */
const secretParams: readonly unknown[] = ['hash', 'invoiceID']

/** Mail programs and chats may cut a link, or add the character that follows it. */
async function refuseQuery(c: AppContext, { error }: InvalidInput): Promise<Response> {
  const isOfSecret = error.issues.some(({ path: [name] }) => secretParams.includes(name))
  return isOfSecret ? brokenLinkPage(c) : notFoundPage(c)
}

/** Answers 404 if the input is invalid. */
export function pageInputValidator<Valid extends Input>(
  target: 'param' | 'query' | 'form',
  schema: z.ZodType,
): MiddlewareHandler<AppEnv, string, Valid> {
  return inputValidator<AppEnv, Valid>(target, schema, notFoundPage)
}

/**
 * Fields of a page's query that a URL may repeat, such as checkboxes with one name. Their values
 * are joined by commas. Of other fields, the first value counts.
 */
export const joinedFields = z.registry<{ readonly joinedBy: ',' }>()

/** Parses one text for each name. */
export function queryValues(schema: z.ZodObject) {
  return singleValues((name, all) => oneValue(schema, name, all))
}

/** Returns one value of a repeated parameter: the values joined by commas, or the first value. */
export function oneValue<T>(schema: z.ZodObject, name: string, all: readonly T[]) {
  const field: z.core.$ZodType | undefined = schema.shape[name]
  return field !== undefined && joinedFields.has(field) ? all.join(',') : all[0]
}

const linkQuery = z.object({ hash: esimHash })
export type LinkContext = QueryContext<typeof linkQuery>

/** Validates links with a secret to files. Answers 404 without a secret. */
export function secretLink() {
  const keepPrivate = createMiddleware<AppEnv>(async (c, next) => {
    c.set('isPrivate', true)
    c.header('Cache-Control', cacheControl.private)
    forbidIndexing(c)
    await next()
  })
  return [keepPrivate, validQuery(linkQuery)] as const
}

/**
 * Parameters with free text, any operator's name, or the number of an order or eSIM. Pages with
 * such a parameter are not stored.
 */
const freeTexts: readonly string[] = ['search_string', 'operator', 'order', 'iccid', ...utmNames]

/**
 * Returns a function that reduces a URL to the canonical address of its page. The address has only
 * valid parameters of the page, in the order of its schema, without defaults. The function returns
 * null when the path is not canonical, the page rejects the query, or the page confirms a form.
 */
export function pageAddresses(schema: z.ZodObject): (url: URL) => PageAddress | null {
  // Computed on first use, because most isolates serve few of the pages with a query.
  let defaults: { readonly [name: string]: unknown } | undefined
  return ({ pathname, search, searchParams }) => {
    if (canonicalPath(pathname, search) !== null) return null
    if (search === '') return { path: pathname, store: 'linked' }
    if (hasNotice(searchParams)) return null
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

/** Reads only the fields of the schema, because a URL may have thousands of other names. */
function valuesOf(search: URLSearchParams, schema: z.ZodObject): Record<string, unknown> {
  const names = Object.keys(schema.shape).filter((name) => search.has(name))
  return Object.fromEntries(
    names.map((name) => [name, oneValue(schema, name, search.getAll(name))]),
  )
}
