import { formatTime } from '../../locale/formats.ts'
import { officeHref } from '../../locale/office-paths.ts'
import { passkeyRecoveryTime } from '../../domain/passkey.ts'
import { hourMs } from '../../domain/time-units.ts'
import type { SessionContext } from '../context.ts'
import { operatorWords } from '../mail/operator-words.ts'
import { insertMessage } from '../mail/outbox.ts'
import { officeLink } from '../office-link.ts'

/** Notifies the partner by SMS of a change of passkeys, once per `key`. */
export function passkeyNotice(
  { db, config, words, caller, now }: SessionContext,
  key: string,
  change: 'added' | 'removed' | 'lost',
  phone: string,
): D1PreparedStatement {
  const brand = config.BRAND_NAME
  const email = config.SUPPORT_EMAIL
  const hours = words('units.hours', { count: passkeyRecoveryTime / hourMs })
  const message = {
    kind: 'sms',
    purpose: 'passkey',
    dedupeKey: `${caller.subjectID}:${change}:${key}`,
    recipient: phone,
    subject: '',
    body: words(`mail.passkeySms.${change}`, { brand, email, hours }),
    createdAt: now,
  } as const
  // The partner can be erased after the number was read.
  const hasPhone = 'EXISTS (SELECT 1 FROM referrers WHERE id = ? AND phone = ?)'
  // A passkey that was already stored gets no row with this id, so the shop sends no SMS.
  const isAdded = change === 'added' ? ' AND EXISTS (SELECT 1 FROM passkeys WHERE id = ?)' : ''
  return insertMessage(db, message, {
    sql: hasPhone + isAdded,
    params: [caller.subjectID, phone, ...(isAdded ? [key] : [])],
  })
}

/**
 * Emails the operator, who should call the partner. After a SIM swap, the thief gets the SMS, so
 * only the operator can detect the theft.
 */
export function recoveryMail(
  { db, config, caller, now }: SessionContext,
  endsAt: string,
): D1PreparedStatement {
  return insertMessage(db, {
    kind: 'mail',
    purpose: 'passkey',
    dedupeKey: `${caller.subjectID}:operator:${endsAt}`,
    recipient: config.PARTNERS_EMAIL,
    subject: operatorWords('mail.passkeysLostSubject'),
    body: [
      operatorWords('mail.passkeysLost', { time: formatTime(endsAt) }),
      ...officeLink(config, officeHref('partner', { id: caller.subjectID })),
    ].join('\n\n'),
    createdAt: now,
  })
}
