import type { BackendContext } from '../context.ts'

export type SourcingContext = Pick<BackendContext, 'db' | 'config' | 'now' | 'suppliers'> & {
  /** False: the worker may end before another call does. Without it, the worker has time. */
  readonly hasTime?: () => boolean
}
