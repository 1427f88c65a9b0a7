import type { Context, Hono } from 'hono'
import { callerOf } from './accounts/sessions.ts'
import { sendMessages, sourceOrdersAfterwards } from './after-answer.ts'
import { keyOf } from './accounts/api-keys.ts'
import { readBearer } from './api/bearer.ts'
import type { Session } from './api/common.ts'
import type { Operation } from './api/operation.ts'
import { refuse, refusalResponse, type OperationResult } from './api/operation-result.ts'
import { countActions } from './api/rate-limit.ts'
import { readInput, tooLarge, type GivenInput } from './api/request-body.ts'
import { inputRefusal } from './api/valid-input.ts'
import type {
  BackendContext,
  BackendEnv,
  Bindings,
  KeyContext,
  OperationRequest,
  SessionContext,
} from './context.ts'
import { createContext, productionSources, visitContexts } from './create-context.ts'
import type { ContextSources } from './create-context.ts'
import { handlers } from './handlers.ts'
import { clientAddressIn } from './kit/http.ts'
import { logEvent } from './kit/log.ts'
import { err, ok } from './kit/result.shared.ts'
import { countContactMessage } from './messages/contact-message.ts'
import { operations, type OperationName } from './operations.ts'
import type { UnmetDemand } from './plans/demand.shared.ts'
import { countUnmetDemand } from './plans/unmet-demand.ts'
import { defaultLocale, type Locale } from './words/locales.shared.ts'
import { wordsOf, type WordKey } from './words/words.shared.ts'

/** Rate limits that apply before the body is read. */
const firstLimits: {
  readonly [name in OperationName]?: (context: BackendContext) => Promise<OperationResult<null>>
} = { mailNotify: countContactMessage }

/** Messages for an invalid email address. The specification (section 8) prescribes this one. */
const emailMessages: { readonly [name in OperationName]?: WordKey } = {
  activation: 'order.emailInvalid',
}

type OperationCall = {
  readonly session: Session | null
  /** The header of a call over HTTP, which can have a key. */
  readonly authorization?: string | undefined
  /** Called after the session and the first limit have been checked. */
  readonly read: () => Promise<OperationResult<GivenInput>>
  readonly executionCtx: Context['executionCtx']
  readonly clock: () => Date
}

/** Serves every operation over HTTP. */
export function serveOperations(app: Hono<BackendEnv>, clock: () => Date): void {
  for (const name of Object.keys(operations) as OperationName[]) {
    const { method, path, files }: Operation = operations[name]
    app.on(method, path, async function answerOperation(c: Context<BackendEnv>) {
      const { context } = c.var
      const result = await runOperation(context, name, {
        session: readBearer(c.req.header('Authorization')),
        authorization: c.req.header('Authorization'),
        read: async () =>
          method === 'GET'
            ? ok({ input: c.req.query(), files: {} })
            : readInput(context, c.req.raw, files),
        executionCtx: c.executionCtx,
        clock,
      })
      return result.ok ? c.json(result.value) : refusalResponse(c, result.error)
    })
  }
}

/** Checks the session, the limits and the input of a call, and runs its operation. */
async function runOperation(
  context: BackendContext,
  name: OperationName,
  { session, authorization, read, executionCtx, clock }: OperationCall,
): Promise<OperationResult<object>> {
  const operation: Operation = operations[name]
  const signedIn = await authenticate(context, operation, session, authorization)
  if (!signedIn.ok) return signedIn
  const count = (await firstLimits[name]?.(context)) ?? ok(null)
  if (!count.ok) return count
  const given = await read()
  if (!given.ok) return given
  const { input, files } = given.value
  for (const [file, limit] of Object.entries(operation.files))
    if ((files[file]?.size ?? 0) > limit) return err(tooLarge(context, { [file]: limit }))
  const parsed = operation.input.safeParse(input)
  if (!parsed.success)
    return err(inputRefusal(parsed.error.issues, input, context.words, emailMessages[name]))
  let isContinued = false
  const continueOrders = () => void (isContinued = true)
  // The table has the handler of this operation, whose input is the output of this schema.
  const handle = handlers[name] as AnyHandler
  const result = await handle(signedIn.value, parsed.data, { files, continueOrders })
  if (isContinued) sourceOrdersAfterwards(context, executionCtx, clock)
  return result
}

type AnyHandler = (
  context: BackendContext,
  input: object,
  request: OperationRequest,
) => Promise<OperationResult<object>>

/** Adds the caller to the context, if the operation needs a session or a key. */
async function authenticate(
  context: BackendContext,
  { session: kind, scope }: Operation,
  session: Session | null,
  authorization: string | undefined,
): Promise<OperationResult<BackendContext | SessionContext | KeyContext>> {
  if (kind === 'none' || kind === 'optional') return ok(context)
  if (kind === 'key') return admitKey(context, scope, authorization)
  const caller = session && (await callerOf(context, kind, session))
  return caller ? ok({ ...context, caller }) : refuse('unauthorized', context.words('api.signIn'))
}

/** Calls that a key may make in an hour. */
const callsOfKey = 3600

/** The texts of both refusals are the same, so that they say nothing about a key. */
async function admitKey(
  context: BackendContext,
  scope: Operation['scope'],
  authorization: string | undefined,
): Promise<OperationResult<KeyContext>> {
  const { words } = context
  const apiKey = await keyOf(context, authorization)
  if (apiKey === null) return refuse('unauthorized', words('api.keyRefused'))
  const isAllowed = scope !== null && apiKey.scopes.includes(scope)
  if (!isAllowed) return refuse('forbidden', words('api.keyRefused'))
  const limit = { action: 'office-api', perHour: callsOfKey }
  const isCounted = await countActions(context, [{ limit, subject: apiKey.id }])
  if (!isCounted) return refuse('too-many-requests', words('api.tooManyTries'))
  return ok({ ...context, apiKey })
}

type LocalCall = {
  readonly locale: Locale
  readonly clientAddress: string
  readonly clientCountry?: string | null
  readonly session: Session | null
  readonly files?: OperationRequest['files']
}

export type LocalBackend = ReturnType<typeof createLocalBackend>

/** Creates the part of the backend that the storefront calls in the same worker, without HTTP. */
export function createLocalBackend(replaced: Partial<ContextSources> = {}) {
  const sources = { ...productionSources, ...replaced }
  const contextOf = visitContexts(sources)
  return { call, countDemand }

  /**
   * Calls an operation. Throws nothing.
   * @param executionCtx the same object for all calls of a visit, whose reads share a batch
   */
  async function call(
    bindings: Bindings,
    executionCtx: Context['executionCtx'],
    name: OperationName,
    input: object,
    { session, files = {}, ...visitor }: LocalCall,
  ): Promise<OperationResult<object>> {
    try {
      const context = contextOf(bindings, executionCtx, visitor)
      const read = async () => ok({ input, files })
      const clock = sources.now
      const result = await runOperation(context, name, { session, read, executionCtx, clock })
      if (operations[name].method === 'POST') executionCtx.waitUntil(sendMessages(context))
      return result
    } catch (error) {
      logUnexpected(operations[name].path, error)
      return refuse('internal-error', wordsOf(visitor.locale)('api.failed'))
    }
  }

  /** Counts unmet demand. Only logs a failure. */
  async function countDemand(
    bindings: Bindings,
    request: Request,
    demands: readonly UnmetDemand[],
  ): Promise<void> {
    const addressOf = () => clientAddressIn(request.headers)
    const visitor = { locale: defaultLocale, addressOf, visit: request } as const
    try {
      await countUnmetDemand(createContext(bindings, visitor, sources), demands)
    } catch (error) {
      logEvent({ event: 'demand-not-counted', error: String(error) })
    }
  }
}

export const localBackend = createLocalBackend()

export function logUnexpected(route: string, error: unknown): void {
  const text = error instanceof Error ? error.stack : String(error)
  logEvent({ event: 'unexpected-error', route, error: text })
}
