import type { AdminContext } from '../admin-env.ts'

/** An answer of the API, with a draft in place of the published text. */
export type ChangeAnswer = (request: Request, answer: Response) => Promise<Response>

/**
 * Renders a page of the shop with changed answers of the API. Only the worker can import both the
 * back office and the shop.
 */
export type RenderDraft = (
  path: string,
  change: ChangeAnswer,
  surroundings: Pick<AdminContext, 'env' | 'executionCtx'>,
) => Promise<Response>
