import type { AdminContext } from '../admin-env.ts'

/** An answer of the API with a draft in place of the text that visitors read. */
export type ChangeAnswer = (request: Request, answer: Response) => Promise<Response>

/**
 * Renders a page of the shop as visitors would get it if the API gave the changed answers. Only the
 * worker knows both the back office and the shop.
 */
export type RenderDraft = (
  path: string,
  change: ChangeAnswer,
  surroundings: Pick<AdminContext, 'env' | 'executionCtx'>,
) => Promise<Response>
