import { dayOf } from '../../domain/time-units.ts'
import type { InvoiceLine, InvoiceStatus } from '../../contract/invoices.ts'
import { maskEmail } from '../../domain/mask-email.ts'
import type { Currency } from '../../domain/money.ts'
import { toTariff } from '../catalogue/tariff-rows.ts'
import type { BackendContext } from '../context.ts'
import type { NamedLineRow } from './line-names.ts'

export type InvoiceRow = {
  id: string
  status: InvoiceStatus
  email: string
  amount_minor: number
  promocode: string | null
  reduction_minor: number
  currency: Currency
  created_at: string
  paid_at: string | null
  vat_hundredths: number | null
  receipt_prefix: string | null
  receipt_number: number | null
  /** Null when the invoice is not paid, or is frozen. */
  waiting_since: string | null
  refunded_minor: number
  overcharged_minor: number
  address_corrected_at: string | null
  is_frozen: number
}
export type InvoiceLineRow = NamedLineRow & {
  amount_minor: number
  esim_hash: string | null
  is_topped_up: number
  is_returned: number
  is_listed: number
  is_sold_out: number
  recipient: string | null
  deliver_on: string | null
}

/** Returns a line as the buyer sees it. The buyer of a gift does not see its eSIM. */
export function toLine(
  row: InvoiceLineRow,
  { status, currency, address_corrected_at: correctedAt }: InvoiceRow,
  { words, now }: Pick<BackendContext, 'words' | 'now'>,
): InvoiceLine {
  const { recipient, deliver_on: deliverOn } = row
  const isRefunded = status === 'refunded' || row.is_returned === 1
  const hash = row.is_topped_up === 1 ? row.top_up_hash : row.esim_hash
  // The owner of the earlier address has the order's link too.
  const isCorrected = correctedAt !== null
  return {
    tariff: toTariff(row, words),
    amount: { minor: row.amount_minor, currency },
    status: isRefunded ? 'refunded' : stateOf(row, hash, now),
    recipient: recipient !== null && isCorrected ? maskEmail(recipient) : recipient,
    deliverOn,
    hash: isCorrected || recipient !== null ? null : hash,
    topUp:
      row.top_up_days === null
        ? null
        : {
            hash: isCorrected ? null : row.top_up_hash,
            trafficMb: row.top_up_mb,
            validityDays: row.top_up_days,
          },
  }
}

function stateOf(
  { is_topped_up: isToppedUp, deliver_on: deliverOn }: InvoiceLineRow,
  hash: string | null,
  now: Date,
): InvoiceLine['status'] {
  if (isToppedUp === 1 || hash !== null) return 'issued'
  return deliverOn !== null && deliverOn > dayOf(now) ? 'scheduled' : 'waiting'
}
