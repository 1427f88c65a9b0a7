import type { Context, Hono } from 'hono'
import type { z } from 'zod'
import type { Endpoint, SessionKind } from '../../contract/endpoint.ts'
import type { BackendEnv, Call, Refused, Reply, SignedCall } from '../context.ts'
import { readInput } from './request-input.ts'
import type { Files } from './request-input.ts'
import { messagesOf } from './validation-messages.ts'
import { callerOf } from '../sessions/sessions.ts'

type CallFor<Session extends SessionKind> = Session extends 'customer' | 'referrer'
  ? SignedCall
  : Call

type Handler<Input extends z.ZodObject, Output extends z.ZodObject, Session extends SessionKind> = (
  call: CallFor<Session>,
  input: z.output<Input>,
  files: Files,
) => Promise<Reply<z.input<Output>>>

/** Serves one call of the contract: who calls and the input checked, its answer or its refusal as JSON. */
export function serve<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  Session extends SessionKind,
>(
  app: Hono<BackendEnv>,
  endpoint: Endpoint<Input, Output, Session>,
  handler: Handler<Input, Output, Session>,
): void {
  app.on(endpoint.method, endpoint.path, async (c) => {
    const call = await callWithCaller(c, endpoint.session)
    if ('ok' in call) return refuse(c, call)
    const sent = await readInput(c, endpoint)
    if ('ok' in sent) return refuse(c, sent)
    const parsed = endpoint.input.safeParse(sent.payload)
    if (!parsed.success) return c.json({ errors: messagesOf(parsed.error.issues, call.words) }, 422)
    // `callWithCaller` made it for this very session.
    const reply = await handler(call as CallFor<Session>, parsed.data, sent.files)
    return reply.ok ? c.json(reply.value) : refuse(c, reply)
  })
}

async function callWithCaller(
  c: Context<BackendEnv>,
  session: SessionKind,
): Promise<Call | SignedCall | Refused> {
  const { call } = c.var
  if (session === 'none' || session === 'optional') return call
  const caller = await callerOf(call.db, session, c.req.header('Authorization'), call.now)
  if (caller) return { ...call, caller }
  return { ok: false, status: 401, error: call.words('api.signIn') }
}

function refuse(c: Context<BackendEnv>, { status, error, errors }: Refused): Response {
  return c.json({ ...(error !== undefined && { error }), ...(errors && { errors }) }, status)
}
