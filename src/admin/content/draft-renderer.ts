import type { Context } from 'hono'
import type { Bindings } from '../../bindings.ts'

/** Replaces the published text with a draft in an answer of the API. */
export type AnswerTransform = (request: Request, answer: Response) => Promise<Response>

/**
 * Renders a page of the shop with changed answers of the API. Only the worker can import both the
 * back office and the shop.
 */
export type DraftRenderer = (
  path: string,
  change: AnswerTransform,
  surroundings: Pick<Context<{ Bindings: Bindings }>, 'env' | 'executionCtx'>,
) => Promise<Response>
