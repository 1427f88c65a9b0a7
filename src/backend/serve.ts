import type { Context, Hono } from 'hono'
import type { z } from 'zod'
import type { Endpoint, SessionKind } from '../contract/endpoint.ts'
import type { BackendEnv, Call, Refused, Reply, SignedCall } from './call.ts'
import { parseJson } from './json.ts'
import { messagesOf } from './messages.ts'
import { callerOf } from './sessions/sessions.ts'

/** Files of a multipart call by name. */
export type Files = { readonly [name: string]: File }

type CallFor<Session extends SessionKind> = Session extends 'customer' | 'referrer'
  ? SignedCall
  : Call

type Handler<Input extends z.ZodObject, Output extends z.ZodObject, Session extends SessionKind> = (
  call: CallFor<Session>,
  input: z.output<Input>,
  files: Files,
) => Promise<Reply<z.input<Output>>>

type Sent = { readonly payload: unknown; readonly files: Files }

/** The longest JSON a call may carry, in bytes. */
const maxPayload = 64 * 1024

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

async function readInput(
  c: Context<BackendEnv>,
  { method, files }: Pick<Endpoint, 'method' | 'files'>,
): Promise<Sent | Refused> {
  if (method === 'GET') return { payload: c.req.query(), files: {} }
  const { words } = c.var.call
  const malformed: Refused = { ok: false, status: 422, error: words('api.malformed') }
  const tooLarge: Refused = { ok: false, status: 413, error: words('api.tooLarge') }
  const fileBytes = Object.values(files).reduce((sum, bytes) => sum + bytes, 0)
  if (Number(c.req.header('Content-Length') ?? 0) > maxPayload + fileBytes) return tooLarge
  if (!c.req.header('Content-Type')?.startsWith('multipart/form-data'))
    return c.req.json<unknown>().then(
      (payload) => ({ payload, files: {} }),
      () => malformed,
    )

  const form = await c.req.formData().catch(() => null)
  const payload = parseJson(form?.get('payload'))
  if (!form || payload === undefined) return malformed
  const sent: Record<string, File> = {}
  for (const [name, bytes] of Object.entries(files)) {
    const file = form.get(name)
    if (!(file instanceof File) || file.size === 0) continue
    if (file.size > bytes) return { ...tooLarge, errors: { [name]: [words('api.fileTooLarge')] } }
    sent[name] = file
  }
  return { payload, files: sent }
}

function refuse(c: Context<BackendEnv>, { status, error, errors }: Refused): Response {
  return c.json({ ...(error !== undefined && { error }), ...(errors && { errors }) }, status)
}
