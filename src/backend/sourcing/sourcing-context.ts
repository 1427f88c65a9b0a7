import type { BackendContext } from '../context.ts'

export type SourcingContext = Pick<BackendContext, 'db' | 'config' | 'now' | 'suppliers'>
