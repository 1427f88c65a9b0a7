import { describe, inject } from 'vitest'
import { keepsTheContract } from './contract.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where `npm run backend` serves. */
    readonly backendOrigin: string
  }
}

describe('the backend served alone', { timeout: 30_000 }, () => {
  keepsTheContract({ origin: inject('backendOrigin'), fetch: (request) => fetch(request) })
})
