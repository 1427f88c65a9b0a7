import type { AuditEntry } from '../../api/audit.ts'
import type { PricePreview } from '../../plans/set-prices.ts'
import type { Action } from '../../api/staff.ts'
import type { PriceBookChange, StoredPriceRule } from '../../plans/price-book.ts'
import type { ExchangeRate } from '../../plans/price-rules.ts'
import type { Currencies } from '../../kit/money.shared.ts'
import type { ActionFailure } from '../action-form.tsx'
import type { FormFields } from '../routing/form-fields.ts'

export type PricesViewProps = {
  readonly currencies: Currencies
  readonly suppliers: readonly string[]
  readonly rules: readonly StoredPriceRule[]
  readonly rates: readonly ExchangeRate[]
  readonly version: number
  readonly history: readonly AuditEntry[]
  /** The fields of the change in the preview. */
  readonly fields: FormFields
  readonly change: PriceBookChange | null
  readonly preview: PricePreview | null
  readonly failure: ActionFailure | null
  readonly done: Action | null
}
