import type { Context, Hono } from 'hono'
import type { z } from 'zod'
import type { Endpoint, SessionKind } from '../../contract/endpoint.ts'
import { ok } from '../../domain/result.ts'
import type { BackendContext, BackendEnv, SessionContext, UploadedFiles } from '../context.ts'
import { refuse, refuseFields } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'
import { callerOf } from '../sessions/sessions.ts'
import { readInput } from './request-input.ts'
import { refusalResponse } from './refusal-response.ts'
import { messagesOf } from './validation-messages.ts'

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

/** Serves one operation of the contract: checks the session and the input, answers its result as JSON. */
export function serveOperation<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  Session extends SessionKind,
>(
  app: Hono<BackendEnv>,
  endpoint: Endpoint<Input, Output, Session>,
  handle: OperationHandler<Input, Output, Session>,
): void {
  app.on(endpoint.method, endpoint.path, async (c) => {
    const context = await authenticate(c, endpoint.session)
    if (!context.ok) return refusalResponse(c, context.error)
    const input = await readInput(c, endpoint)
    if (!input.ok) return refusalResponse(c, input.error)
    const parsed = endpoint.input.safeParse(input.value.payload)
    if (!parsed.success) {
      const fields = messagesOf(parsed.error.issues, c.var.context.words)
      return refusalResponse(c, refuseFields('invalid-input', fields).error)
    }
    // `authenticate` adds the caller exactly when the endpoint needs a session.
    const sessionContext = context.value as ContextOf<Session>
    const result = await handle(sessionContext, parsed.data, input.value.files)
    return result.ok ? c.json(result.value) : refusalResponse(c, result.error)
  })
}

async function authenticate(
  c: Context<BackendEnv>,
  session: SessionKind,
): Promise<OperationResult<BackendContext | SessionContext>> {
  const { context } = c.var
  if (session === 'none' || session === 'optional') return ok(context)
  const caller = await callerOf(context.db, session, c.req.header('Authorization'), context.now)
  if (!caller) return refuse('unauthorized', context.words('api.signIn'))
  return ok({ ...context, caller })
}
