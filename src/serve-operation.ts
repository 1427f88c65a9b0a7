import type { Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { z } from 'zod'
import type { DirectAnswer } from './api/direct-read.ts'
import type { Endpoint, SessionKind } from './api/endpoint.ts'
import type { WordKey } from './words/words.shared.ts'
import type { BackendContext, BackendEnv, OperationRequest, SessionContext } from './context.ts'
import { refuse } from './api/operation-result.ts'
import type { OperationResult, Refusal } from './api/operation-result.ts'
import { callerOf } from './accounts/sessions.ts'
import { refusalBodyOf, refusalResponse } from './api/responses.ts'
import { requestBody } from './api/request-body.ts'
import { inputRefusal, validInput } from './api/valid-input.ts'
import type { ValidInput } from './api/valid-input.ts'

type ContextOf<Session extends SessionKind> = Session extends 'customer' | 'referrer'
  ? SessionContext
  : BackendContext

/** Public reads that the storefront in the same worker calls without HTTP. */
export type DirectReads = Map<
  Endpoint,
  (context: BackendContext, input: object) => Promise<DirectAnswer>
>

/** Serves operations over HTTP, and public reads also by direct calls in the same worker. */
export type OperationServer = { readonly app: Hono<BackendEnv>; readonly reads: DirectReads }

export type OperationHandler<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  Session extends SessionKind,
> = (
  context: ContextOf<Session>,
  input: z.output<Input>,
  request: OperationRequest,
) => Promise<OperationResult<z.input<Output>>>

/** The handler of a public read, which has no HTTP request when it is called directly. */
type ReadHandler<Input extends z.ZodObject, Output extends z.ZodObject> = (
  context: BackendContext,
  input: z.output<Input>,
) => Promise<OperationResult<z.input<Output>>>

type OperationOptions = {
  /** The message for an invalid email address. */
  readonly emailMessage?: WordKey
  /** Applies a rate limit before the body is read. */
  readonly countRequest?: (context: BackendContext) => Promise<OperationResult<null>>
}

/**
 * Serves an operation over HTTP: limits and validates its body, checks its session, and runs
 * `handle`.
 */
export function serveOperation<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  Session extends SessionKind,
>(
  app: Hono<BackendEnv>,
  { method, path, session, input, files }: Endpoint<Input, Output, Session>,
  handle: OperationHandler<Input, Output, Session>,
  { emailMessage, countRequest }: OperationOptions = {},
): void {
  const target = method === 'GET' ? 'query' : 'json'
  const body = method === 'GET' ? [] : [requestBody(files)]
  const count = countRequest ? [applyRateLimit(countRequest)] : []
  app.on(
    method,
    path,
    authenticate(session),
    ...count,
    ...body,
    validInput(target, input, { emailMessage }),
    async (c: Context<BackendEnv, string, ValidInput<typeof target, Input>>) => {
      // `authenticate` adds the caller when the operation needs a session.
      const context = c.var.context as ContextOf<Session>
      const request = { files: c.var.files ?? {}, continueOrders: c.var.continueOrders }
      const result = await handle(context, c.req.valid(target), request)
      return result.ok ? c.json(result.value) : refusalResponse(c, result.error)
    },
  )
}

/** Serves a public read over HTTP, and by direct calls to the storefront in the same worker. */
export function serveRead<Input extends z.ZodObject, Output extends z.ZodObject>(
  { app, reads }: OperationServer,
  endpoint: Endpoint<Input, Output, 'none'>,
  handle: ReadHandler<Input, Output>,
): void {
  serveOperation(app, endpoint, handle)
  reads.set(endpoint, async (context, input) => {
    const texts = textsOf(input)
    const parsed = endpoint.input.safeParse(texts)
    if (!parsed.success)
      return refusalAnswer(inputRefusal(parsed.error.issues, texts, context.words))
    const result = await handle(context, parsed.data)
    return result.ok ? { status: 200, body: result.value } : refusalAnswer(result.error)
  })
}

export function refusalAnswer(refusal: Refusal): DirectAnswer {
  return { status: refusal.status, body: refusalBodyOf(refusal) }
}

/** Converts values to strings, because schemas of GET operations parse query strings. */
function textsOf(input: object): { [name: string]: string } {
  const texts: { [name: string]: string } = {}
  for (const [name, value] of Object.entries(input))
    if (value !== undefined) texts[name] = String(value)
  return texts
}

function applyRateLimit(countRequest: NonNullable<OperationOptions['countRequest']>) {
  return createMiddleware<BackendEnv>(async (c, next) => {
    const count = await countRequest(c.var.context)
    return count.ok ? next() : refusalResponse(c, count.error)
  })
}

function authenticate(session: SessionKind) {
  return createMiddleware<BackendEnv>(async (c, next) => {
    if (session === 'none' || session === 'optional') return next()
    const { context } = c.var
    const caller = await callerOf(context, session, c.req.header('Authorization'))
    if (caller === null)
      return refusalResponse(c, refuse('unauthorized', context.words('api.signIn')).error)
    const sessionContext: SessionContext = { ...context, caller }
    c.set('context', sessionContext)
    return next()
  })
}
