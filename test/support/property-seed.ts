import fc from 'fast-check'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    readonly propertySeed: number
    readonly fuzz: { readonly seed: number; readonly runs: number }
  }
}

fc.configureGlobal({ seed: inject('propertySeed') })
