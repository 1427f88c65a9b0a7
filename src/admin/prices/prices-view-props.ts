import type { AuditEntry } from '../../backend/operations/audit.ts'
import type { PricePreview } from '../../backend/operations/goods/computed-prices.ts'
import type { Action } from '../../backend/operations/staff.ts'
import type { PriceBookChange } from '../../backend/pricing/price-book-sql.ts'
import type { StoredPriceRule } from '../../backend/pricing/read-price-book.ts'
import type { ExchangeRate } from '../../domain/exchange-rates.ts'
import type { Currencies } from '../../domain/money.ts'
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
