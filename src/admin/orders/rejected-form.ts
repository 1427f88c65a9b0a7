import type { RejectedFields } from '../rejected-fields.ts'

/** A form of an order that was not accepted. */
export type RejectedForm = RejectedFields & { readonly action: string; readonly seenAt: string }
