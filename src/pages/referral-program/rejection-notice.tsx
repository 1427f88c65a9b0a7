import type { Transaction } from '../../contract/referrer.ts'
import { dayMs } from '../../domain/time-units.ts'
import { formatDate, formatMoney } from '../../locale/formats.ts'
import { useSite } from '../../ui/site.tsx'
import type { Site } from '../../ui/site.tsx'

/** Days after the request in which a partner who rarely signs in still sees the notice. */
const shownDays = 90

/**
 * Returns the partner's last withdrawal if the shop rejected it. Partners get no email about it,
 * because the shop knows only their phone number.
 */
export function newRejection(last: Transaction | undefined, now: number): Transaction | null {
  if (last?.status !== 'rejected') return null
  return now - Date.parse(last.createdAt) < shownDays * dayMs ? last : null
}

export function RejectionNotice({ withdrawal }: { withdrawal: Transaction }) {
  return <p className="notice">{rejectionText(useSite(), withdrawal)}</p>
}

/** Returns the rejection with its reason, if staff wrote one. */
export function rejectionText(
  { locale, words }: Pick<Site, 'locale' | 'words'>,
  { amount, createdAt, reason }: Transaction,
): string {
  const money = formatMoney(locale, { ...amount, minor: -amount.minor })
  const text = words('partner.rejected', { amount: money, date: formatDate(createdAt) })
  return reason === undefined ? text : `${text} ${words('partner.rejectionReason', { reason })}`
}
