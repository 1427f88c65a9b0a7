import { zValidator } from '@hono/zod-validator'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { z } from 'zod'
import type { Endpoint, SessionKind } from '../../contract/endpoint.ts'
import { firstValues } from '../../contract/first-values.ts'
import { operations } from '../../contract/operations.ts'
import { textOf } from '../../locale/texts.ts'
import type { WordKey, Words } from '../../locale/words.ts'
import type { BackendContext, BackendEnv, SessionContext, UploadedFiles } from '../context.ts'
import { refuse, refuseFields } from '../operation-result.ts'
import type { OperationResult, Refusal } from '../operation-result.ts'
import { callerOf } from '../sessions/sessions.ts'
import type { DirectReads } from './direct-reads.ts'
import { refusalResponse } from './refusal-response.ts'
import { requestBody } from './request-body.ts'

type ContextOf<Session extends SessionKind> = Session extends 'customer' | 'referrer'
  ? SessionContext
  : BackendContext

/** Where operations are served: by HTTP, and reads also by calls of the same worker. */
export type OperationServer = { readonly app: Hono<BackendEnv>; readonly reads: DirectReads }

export type OperationHandler<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  Session extends SessionKind,
> = (
  context: ContextOf<Session>,
  input: z.output<Input>,
  files: UploadedFiles,
) => Promise<OperationResult<z.input<Output>>>

/** The message of an order with a bad address (specification, section 8). */
const emailMessages: { readonly [path: string]: WordKey } = {
  [operations.activation.path]: 'order.emailInvalid',
}

export function serveOperation<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  Session extends SessionKind,
>(
  app: Hono<BackendEnv>,
  { method, path, session, input, files }: Endpoint<Input, Output, Session>,
  handle: OperationHandler<Input, Output, Session>,
  countRequest?: (context: BackendContext) => Promise<OperationResult<null>>,
): void {
  const target = method === 'GET' ? 'query' : 'json'
  const body = method === 'GET' ? [] : [requestBody(files)]
  const count = countRequest ? [limited(countRequest)] : []
  app.on(
    method,
    path,
    authenticate(session),
    ...count,
    ...body,
    validInput(target, input, emailMessages[path]),
    async (c) => {
      // `authenticate` adds the caller when the operation needs a session, and `validInput` has
      // parsed the input with the operation's schema.
      const context = c.var.context as ContextOf<Session>
      const result = await handle(context, c.req.valid(target as never), c.var.files ?? {})
      return result.ok ? c.json(result.value) : refusalResponse(c, result.error)
    },
  )
}

/** Serves a public read also without HTTP, to the storefront of the same worker. */
export function serveRead<Input extends z.ZodObject, Output extends z.ZodObject>(
  { app, reads }: OperationServer,
  endpoint: Endpoint<Input, Output, 'none'>,
  handle: OperationHandler<Input, Output, 'none'>,
): void {
  serveOperation(app, endpoint, handle)
  reads.add(endpoint, handle)
}

/** Refuses a request before its body is read. */
function limited(countRequest: (context: BackendContext) => Promise<OperationResult<null>>) {
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

export function validInput(
  target: 'query' | 'json',
  schema: z.ZodObject,
  emailMessage: WordKey = 'errors.emailInvalid',
): MiddlewareHandler<BackendEnv> {
  const input = target === 'query' ? firstValues.pipe(schema) : schema
  return zValidator(
    target,
    input,
    (result, c: Context<BackendEnv>) =>
      result.success
        ? undefined
        : refusalResponse(
            c,
            inputRefusal(result.error.issues, result.data, c.var.context.words, emailMessage),
          ),
    // By default the schema is run as an asynchronous one, which takes longer.
    { validationFunction: (known, value) => known.safeParse(value) },
  ) as MiddlewareHandler<BackendEnv> // operations get the input with their own schema's type
}

/** The refusal of an invalid input, with a message for each bad field. */
export function inputRefusal(
  issues: readonly z.core.$ZodIssue[],
  data: unknown,
  words: Words,
  emailMessage: WordKey = 'errors.emailInvalid',
): Refusal {
  const fields = messagesOf(issues, (name, path) =>
    name === 'email' ? textOf(words, emailMessage) : messageFor(name, isMissing(data, path), words),
  )
  return refuseFields('invalid-input', fields).error
}

function messagesOf(
  issues: readonly z.core.$ZodIssue[],
  textFor: (name: string, path: readonly PropertyKey[]) => string,
): Record<string, string[]> {
  const messages: Record<string, string[]> = {}
  for (const { path } of issues) {
    const name = path.map(String).join('.')
    messages[name] ??= [textFor(name, path)]
  }
  return messages
}

function messageFor(name: string, isEmpty: boolean, words: Words): string {
  if (name === 'consent') return words('api.consent')
  return words(isEmpty ? 'api.required' : 'api.invalid')
}

function isMissing(input: unknown, path: readonly PropertyKey[]): boolean {
  let value = input
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return true
    value = Object.getOwnPropertyDescriptor(value, key)?.value
  }
  return value === undefined
}
