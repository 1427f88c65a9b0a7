import type { Action } from '../../api/staff.ts'
import type { SupplierSync } from '../../plans/low-stock.ts'
import type { ActionFailure } from '../action-form.tsx'
import type { ComparisonProblem, SyncPreview } from '../../plans/sync-now.ts'

/**
 * A difference, or the reason why there is none. `silent` means that the supplier did not answer.
 */
export type Comparison =
  | { readonly kind: 'difference'; readonly preview: SyncPreview }
  | { readonly kind: ComparisonProblem | 'silent' }

export type SuppliersViewProps = {
  readonly suppliers: readonly SupplierSync[]
  readonly comparison: Comparison | null
  readonly failure: ActionFailure | null
  readonly done: Action | null
}
