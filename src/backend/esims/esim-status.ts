import type { Esim } from '../../contract/esims.ts'
import type { ReplacementState } from './esim-conditions.ts'

type StatusRow = {
  readonly is_refunded: number
  readonly valid_until: string | null
  readonly activate_by: string
  readonly supplier_state: string | null
  readonly first_used_at: string | null
  readonly data_used_mb: number
  readonly data_limit_mb: number | null
  readonly traffic_mb: number | null
}

/** Returns the status of an eSIM. The end of its time takes precedence over its data. */
export function statusOf(row: StatusRow, now: Date): Esim['status'] {
  if (row.is_refunded === 1) return 'refunded'
  const lastMoment = row.valid_until ?? row.activate_by
  if (row.supplier_state === 'expired' || now.getTime() > Date.parse(lastMoment)) return 'expired'
  const limit = limitOf(row)
  if (row.supplier_state === 'used-up' || (limit !== null && row.data_used_mb >= limit))
    return 'finished'
  if (row.first_used_at !== null) return 'active'
  return row.supplier_state === 'installed' ? 'installed' : 'ready'
}

/** Returns the total MB with top-ups, or null for unlimited data. */
export function limitOf({
  traffic_mb,
  data_limit_mb,
}: Pick<StatusRow, 'traffic_mb' | 'data_limit_mb'>): number | null {
  return traffic_mb === null ? null : (data_limit_mb ?? traffic_mb)
}

type OverRow = StatusRow & {
  readonly is_frozen: number
  readonly replacement: ReplacementState | null
}

/** Returns whether the plan was used, and its days have passed or its data is used up. */
export function isOver(row: OverRow, now: Date): boolean {
  const isBlocked = row.is_frozen === 1 || row.replacement !== null
  const status = statusOf(row, now)
  return !isBlocked && row.first_used_at !== null && ['expired', 'finished'].includes(status)
}
