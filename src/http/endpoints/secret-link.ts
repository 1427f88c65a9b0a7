import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { esimHash } from '../../contract/common.ts'
import { forbidIndexing } from '../../domain/forbid-indexing.ts'
import type { AppEnv } from '../app-env.ts'
import { cacheControl } from '../../domain/cache-control.ts'
import { validQuery } from '../page/page-input.ts'
import type { QueryContext } from '../page/page-input.ts'

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
