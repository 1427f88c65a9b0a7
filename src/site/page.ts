import type { Context, MiddlewareHandler } from 'hono'
import { every } from 'hono/combine'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import type { ApiResult } from './api/api-result.ts'
import type { Scope } from '../accounts/operations.ts'
import type { Access, AccessOf, PageName } from '../words/page-table.ts'
import { href, paths } from '../words/paths.shared.ts'
import type { AppContext, AppEnv } from './app-env.ts'
import { cacheControl, forbidIndexing } from '../kit/http.ts'
import { authRedirect, handleLogOut, referral } from './access.ts'
import { limitForm, readForm, type PostedFields, type FormHandlers } from './form-input.ts'
import type { PageAddress } from './page-cache.ts'
import { pageAddresses, validParams, validQuery } from './page-input.ts'
import type { ValidParams, ValidQuery } from './page-input.ts'

export type Page<Name extends PageName = PageName> = {
  readonly name: Name
  readonly path: string
  /** The query of a public page, which is part of its cache key. Null for other pages. */
  readonly publicQuery: z.ZodObject | null
  /** Returns the canonical address of a public page, or null if it rejects the query. */
  readonly addressOf: ((url: URL) => PageAddress | null) | null
  readonly guards: readonly MiddlewareHandler<AppEnv>[]
  readonly get: readonly MiddlewareHandler<AppEnv>[]
  readonly post: readonly MiddlewareHandler<AppEnv>[] | null
}

/** Query parameters, one of which the page needs, and the page to redirect to without them. */
type NeededParams = {
  readonly oneOf: readonly string[]
  readonly orGoTo: 'account' | 'product' | 'tariffs'
}

type PageResponse = Response | Promise<Response>
type PageInput<Params, Query> = { readonly params: Params; readonly query: Query }

type PageDefinition<
  Name extends PageName,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
> = {
  readonly access: AccessOf<Name>
  /** Path parameters. Values that do not match answer 404. */
  readonly params?: Params
  /**
   * Query parameters. A field with a default tolerates invalid values. Invalid values of other
   * fields answer 404.
   */
  readonly query?: Query
  readonly needs?: NeededParams
  readonly scope?: Scope
  readonly get: (c: AppContext, input: PageInput<z.output<Params>, z.output<Query>>) => PageResponse
  /** Returns the handlers of the form that was sent, because a page can have several forms. */
  readonly post?: (
    c: AppContext,
    input: PageInput<z.output<Params>, z.output<Query>>,
    fields: PostedFields,
  ) => FormHandlers | Promise<FormHandlers>
  readonly maxFileBytes?: number
}

type InputContext<Params extends z.ZodObject, Query extends z.ZodObject> = Context<
  AppEnv,
  string,
  ValidParams<Params> & ValidQuery<Query>
>

const noInput = z.object({})

/** Creates a page with its guards, its validated input and its handlers. */
export function page<
  Name extends PageName,
  Params extends z.ZodObject = typeof noInput,
  Query extends z.ZodObject = typeof noInput,
>(name: Name, definition: PageDefinition<Name, Params, Query>): Page<Name> {
  const { access, params, query, needs, scope, get, post, maxFileBytes } = definition
  // Without a schema, no page reads the input, and a validator would take time.
  const validators = [
    ...(params ? [validParams(params)] : []),
    ...(query ? [validQuery(query)] : []),
  ]
  const inputOf = (c: InputContext<Params, Query>) => ({
    params: c.req.valid('param'),
    query: c.req.valid('query'),
  })
  return {
    name,
    path: paths[name],
    publicQuery: access === 'public' ? (query ?? noInput) : null,
    addressOf: access === 'public' ? pageAddresses(query ?? noInput) : null,
    guards: guardsOf(access, scope),
    get: [
      withPageHeaders(access),
      ...(needs ? [requireParam(needs)] : []),
      ...validators,
      async (c: InputContext<Params, Query>) => get(c, inputOf(c)),
    ],
    post: post
      ? [
          withPageHeaders('private'),
          ...validators,
          limitForm(maxFileBytes),
          async function handleForm(c: InputContext<Params, Query>, next) {
            const handlers = await post(c, inputOf(c), await readForm(c))
            return every(...handlers)(c, next)
          },
        ]
      : null,
  }
}

/** Redirects without a parameter, because every URL of the specification must open a page. */
function requireParam({ oneOf, orGoTo }: NeededParams) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const hasOne = oneOf.some((name) => c.req.query(name) !== undefined)
    return hasOne ? next() : c.redirect(href(c.var.locale, orGoTo), 303)
  })
}

function guardsOf(access: Access, scope: Scope | undefined): MiddlewareHandler<AppEnv>[] {
  if (access === 'partner') return [handleLogOut('referrer'), referral()]
  if (access === 'customer') return [handleLogOut('customer'), authRedirect(access, scope)]
  return access === 'guest' ? [authRedirect(access)] : []
}

/**
 * Private responses are not stored or indexed, and do not leak their URL. Runs before validation,
 * because even a mistyped URL contains most of the secret.
 */
function withPageHeaders(access: Access) {
  const isPublic = access === 'public'
  // After `no-store`, a page whose cookies have changed does not return from the back/forward
  // cache.
  const notPublic = access === 'personal' ? cacheControl.revalidate : cacheControl.private
  return createMiddleware<AppEnv>(async (c, next) => {
    c.header('Cache-Control', isPublic ? cacheControl.page : notPublic)
    c.set('isPrivate', !isPublic)
    // Search engines may index some personal pages, because visitors search for the sign-in page
    // and for phones that support eSIM.
    const isIndexed = isPublic || access === 'guest' || access === 'personal'
    c.set('isIndexed', isIndexed)
    if (!isIndexed) forbidIndexing(c)
    await next()
  })
}

/** Returns the number of a list's page for the title, which does not wait for the first page. */
export async function shownPage(
  number: number,
  load: () => Promise<ApiResult<{ readonly page: number }>>,
): Promise<number> {
  if (number === 1) return 1
  const answer = await load()
  return answer.ok ? answer.value.page : 1
}

/** Loads a page of a list, or the first page when the list ends earlier. */
export async function pageOrFirst<List extends { readonly data: readonly unknown[] }>(
  number: number,
  load: (number: number) => Promise<ApiResult<List>>,
): Promise<ApiResult<List>> {
  const answer = await load(number)
  return number > 1 && answer.ok && answer.value.data.length === 0 ? load(1) : answer
}
