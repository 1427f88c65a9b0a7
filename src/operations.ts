import type { z } from 'zod'
import { accountOperations } from './accounts/operations.ts'
import { esimOperations } from './esims/operations.ts'
import { messageOperations } from './messages/operations.ts'
import { officeOperations } from './office/operations.ts'
import { orderOperations } from './orders/operations.ts'
import { partnerOperations } from './partners/operations.ts'
import { planOperations } from './plans/operations.ts'
import { reviewOperations } from './reviews/operations.ts'
import { textOperations } from './texts/operations.ts'

/** Every operation of the API. */
export const operations = {
  ...planOperations,
  ...orderOperations,
  ...esimOperations,
  ...reviewOperations,
  ...textOperations,
  ...messageOperations,
  ...accountOperations,
  ...partnerOperations,
  ...officeOperations,
}

export type Operations = typeof operations
export type OperationName = keyof Operations

/** The validated input of an operation. */
export type InputOf<Name extends OperationName> = z.output<Operations[Name]['input']>
export type OutputOf<Name extends OperationName> = z.output<Operations[Name]['output']>
