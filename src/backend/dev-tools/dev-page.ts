import type { Context } from 'hono'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { BackendEnv } from '../context.ts'

export type DevContext = Context<BackendEnv>

export function devPage(c: DevContext, page: ReactNode, status: 200 | 410 = 200): Response {
  return c.body(`<!DOCTYPE html>${renderToStaticMarkup(page)}`, status, {
    'Content-Type': 'text/html; charset=utf-8',
  })
}
