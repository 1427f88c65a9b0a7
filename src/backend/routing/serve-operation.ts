import type { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { z } from 'zod'
import type { Endpoint, SessionKind } from '../../contract/endpoint.ts'
import type { BackendContext, BackendEnv, SessionContext, UploadedFiles } from '../context.ts'
import { refuse } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'
import { callerOf } from '../sessions/sessions.ts'
import { refusalResponse } from './refusal-response.ts'
import { requestBody } from './request-body.ts'
import { validInput } from './valid-input.ts'

type ContextOf<Session extends SessionKind> = Session extends 'customer' | 'referrer'
  ? SessionContext
  : BackendContext

type OperationHandler<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  Session extends SessionKind,
> = (
  context: ContextOf<Session>,
  input: z.output<Input>,
  files: UploadedFiles,
) => Promise<OperationResult<z.input<Output>>>

export function serveOperation<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  Session extends SessionKind,
>(
  app: Hono<BackendEnv>,
  { method, path, session, input, files }: Endpoint<Input, Output, Session>,
  handle: OperationHandler<Input, Output, Session>,
): void {
  const target = method === 'GET' ? 'query' : 'json'
  const body = method === 'GET' ? [] : [requestBody(files)]
  app.on(method, path, authenticate(session), ...body, validInput(target, input), async (c) => {
    // `authenticate` adds the caller when the operation needs a session.
    const context = c.var.context as ContextOf<Session>
    const result = await handle(context, c.req.valid(target as never), c.var.files ?? {})
    return result.ok ? c.json(result.value) : refusalResponse(c, result.error)
  })
}

function authenticate(session: SessionKind) {
  return createMiddleware<BackendEnv>(async (c, next) => {
    if (session === 'none' || session === 'optional') return next()
    const { context } = c.var
    const caller = await callerOf(context.db, session, c.req.header('Authorization'), context.now)
    if (caller === null)
      return refusalResponse(c, refuse('unauthorized', context.words('api.signIn')).error)
    const sessionContext: SessionContext = { ...context, caller }
    c.set('context', sessionContext)
    return next()
  })
}
