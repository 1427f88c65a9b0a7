import type { ReactNode } from 'react'

/**
 * The parts that a page leaves out, so that it is not too large with the texts that a person typed.
 */
export type Reduction = {
  /** Replaces the content below the title, or null to show the content. */
  readonly formAlone: ReactNode
  readonly hasStyles: boolean
}
