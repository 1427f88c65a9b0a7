import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { z } from 'zod'
import type { BackendEnv } from '../context.ts'
import type { ValidInput } from '../routing/valid-input.ts'

export type DevContext = Context<BackendEnv>
export type ParamsOf<Params extends z.ZodObject> = Context<
  BackendEnv,
  string,
  ValidInput<'param', Params>
>
export type FormOf<Params extends z.ZodObject, Form extends z.ZodObject> = Context<
  BackendEnv,
  string,
  ValidInput<'param', Params> & ValidInput<'form', Form>
>

/**
 * Reads a form for the validator. Replaces a malformed body with an empty form, because the
 * validator would fail.
 */
export function readDevForm() {
  return createMiddleware<BackendEnv>(async (c, next) => {
    c.req.bodyCache.formData = await c.req.raw.formData().catch(() => new FormData())
    await next()
  })
}

export function devPage(c: DevContext, page: ReactNode, status: 200 | 410 = 200): Response {
  return c.body(`<!DOCTYPE html>${renderToStaticMarkup(page)}`, status, {
    'Content-Type': 'text/html; charset=utf-8',
  })
}
