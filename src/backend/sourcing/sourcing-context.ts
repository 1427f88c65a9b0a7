import type { BackendContext } from '../context.ts'

export type SourcingContext = Pick<BackendContext, 'db' | 'config' | 'now' | 'suppliers'> & {
  /** Returns false when the worker may end before another call does. By default there is time. */
  readonly hasTime?: () => boolean
  /** Returns the current time, because a run of the scheduled job takes minutes. */
  readonly clock?: () => Date
}
