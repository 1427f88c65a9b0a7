import type { z } from 'zod'
import type { Endpoint } from '../../api/endpoint.ts'
import type { RefusalCode } from '../../api/refusals.ts'

export const tags = {
  Catalogue: 'Countries, regions, operators and plans on sale. Public.',
  Orders: 'Order a plan and follow its payment. `invoiceID` is a secret: do not log it.',
  eSIMs: 'Purchased eSIMs and their balance. `hash` is a secret: do not log it.',
  Texts: 'Questions and answers, blog posts, advice for travellers, legal texts.',
  Support: 'Messages from visitors to the shop.',
  Customers: 'Accounts of customers, identified by an email address.',
  Partners: 'Accounts of the partner programme, identified by a phone number.',
} as const
export type Tag = keyof typeof tags

type CommonRefusal = 'unauthorized' | 'too-large' | 'invalid-input' | 'malformed' | 'internal-error'

export type OperationDocs<E extends Endpoint = Endpoint> = {
  readonly tag: Tag
  /** One paragraph of Markdown about behaviour that the schemas do not show. */
  readonly description: string
  /**
   * An example of the input. For a GET it has every parameter, and each parameter is valid alone.
   */
  readonly request: E['method'] extends 'GET' ? Required<z.input<E['input']>> : z.input<E['input']>
  readonly response: z.output<E['output']>
  readonly refusals?: { readonly [code in Exclude<RefusalCode, CommonRefusal>]?: string }
}

/** Refusals of operations that need an eSIM which still works. */
export const blockedEsim = {
  'not-found': 'There is no such eSIM.',
  refunded: 'The order was refunded.',
  replaced: 'Another eSIM has replaced it.',
  frozen: 'The order is being checked.',
} as const
