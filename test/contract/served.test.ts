import { describe, inject } from 'vitest'
import { describeContract } from './contract.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly backendOrigin: string
  }
}

describe('the backend served alone', { timeout: 30_000 }, () => {
  describeContract({ origin: inject('backendOrigin'), fetch: (request) => fetch(request) })
})
