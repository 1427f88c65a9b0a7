import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { esimHash } from '../api/common.ts'
import { forbidIndexing, cacheControl } from '../kit/http.ts'
import type { AppEnv } from './app-env.ts'
import { validQuery } from './page-input.ts'
import type { QueryContext } from './page-input.ts'

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
