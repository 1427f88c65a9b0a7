import { warnedPercent } from '../kit/limits.shared.ts'
import { formatTime } from '../words/formats.shared.ts'
import { sizeText, planName } from '../words/plan-words.ts'
import { wordsOf } from '../words/words.shared.ts'
import type { BackendContext, ShopContext } from '../context.ts'
import { done, notFound } from '../api/operation-result.ts'
import { dayMs, isoAfter } from '../kit/time.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { href } from '../words/paths.shared.ts'
import { rowsPerLocale } from '../plans/places.ts'
import { planColumn, planJoins, toPlan, type PlanRow } from '../plans/plan-rows.ts'
import { writeLetter, type LetterPart } from '../messages/letter.ts'
import { inksOf } from '../plans/map/inks.tsx'
import { insertMessage } from '../messages/outbox.ts'
import { insertPush } from '../messages/push.ts'
import { prepare, sql } from '../kit/sql.ts'

/** Starts or stops emails about the data of an eSIM to its buyer, or to the recipient of a gift. */
export async function setUsageMails(
  context: BackendContext,
  { hash: esimHash, isOn }: { hash: string; isOn: boolean },
) {
  const { meta } = await prepare(context.db)`UPDATE esims SET has_usage_mails = ${isOn ? 1 : 0},
      has_review_mail = ${isOn ? 1 : 0}, review_mail_at = NULL
    WHERE esim_hash = ${esimHash}`.run()
  return meta.changes === 0 ? notFound(context) : done()
}

/** Sends a message when most of the data is used, once for each eSIM and amount of data. */
export async function notifyOfUsage(
  context: ShopContext,
  iccids: readonly string[],
): Promise<void> {
  const where = `e.iccid IN (SELECT value FROM json_each(?1))
    AND e.data_used_mb * 100 >= ${limitMb} * ${warnedPercent}`
  await notifyAbout(context, where, [JSON.stringify(iccids)], ({ esim, locale, plan }) => {
    const words = wordsOf(locale)
    const { esim_hash: hash, data_used_mb: usedMb, limit_mb: sizeMb } = esim
    // The query does not select unlimited plans, so `sizeMb` is not null.
    const leftMb = (sizeMb ?? 0) - usedMb
    const limit = sizeText({ locale, words }, { trafficMb: sizeMb })
    const about = { dedupeKey: `${hash}:${sizeMb}` }
    if (leftMb <= 0)
      return {
        ...about,
        subject: words('mail.usedUpSubject', { plan }),
        heading: words('mail.usedUpHeading'),
        text: words('mail.usedUp', { limit }),
        advice: words('mail.usedUpPay'),
      }
    const left = sizeText({ locale, words }, { trafficMb: leftMb })
    return {
      ...about,
      subject: words('mail.usageSubject', { plan }),
      heading: words('mail.usageHeading'),
      text: words('mail.usage', { left, limit }),
      advice: words('balance.payOnline'),
    }
  })
}

/** Sends a message when a plan ends within a day, once per eSIM and end. */
export async function notifyOfEnds(context: ShopContext): Promise<void> {
  const { now } = context
  const tomorrow = isoAfter(now, dayMs)
  const key = `e.esim_hash || ':' || e.valid_until`
  const where = `e.valid_until > ?1 AND e.valid_until <= ?2 AND (
    e.has_usage_mails = 1 AND NOT EXISTS (
      SELECT 1 FROM outbox WHERE purpose = 'usage' AND dedupe_key = ${key})
    OR e.has_push = 1 AND EXISTS (
      SELECT 1 FROM push_subscriptions s WHERE s.esim_hash = e.esim_hash AND NOT EXISTS (
        SELECT 1 FROM push_messages m WHERE m.subscription_id = s.id AND m.dedupe_key = ${key})))`
  const params = [now.toISOString(), tomorrow]
  await notifyAbout(context, where, params, ({ esim, locale, plan }) => {
    const words = wordsOf(locale)
    return {
      dedupeKey: `${esim.esim_hash}:${esim.valid_until}`,
      subject: words('mail.endSubject', { plan }),
      heading: words('mail.endHeading'),
      text: words('mail.end', { time: formatTime(esim.valid_until) }),
    }
  })
}

/** eSIMs per locale and call. The next call handles the rest. */
const batchSize = 50

/** SQL: the total MB of the eSIM `e` with top-ups. NULL for unlimited data. */
const limitMb = 'iif(t.traffic_mb IS NULL, NULL, coalesce(e.data_limit_mb, t.traffic_mb))'

type MailedEsim = PlanRow & {
  esim_hash: string
  plan_id: string
  order_id: string
  recipient: string
  limit_mb: number | null
  data_used_mb: number
  valid_until: string | null
  can_top_up: number
  has_usage_mails: number
  has_push: number
}
type UsageMessage = {
  readonly dedupeKey: string
  readonly subject: string
  readonly heading: string
  readonly text: string
  /** Shown below the button of the email. */
  readonly advice?: string
}
type UsageMessageWriter = (about: {
  readonly esim: MailedEsim
  readonly locale: Locale
  readonly plan: string
}) => UsageMessage

/**
 * Inserts an email, and a push message for each browser.
 * @param where SQL condition over `esims e`, in addition to `isWatched`
 */
async function notifyAbout(
  context: ShopContext,
  where: string,
  params: readonly string[],
  write: UsageMessageWriter,
): Promise<void> {
  const { db } = context
  const due = await rowsPerLocale<MailedEsim>(db, (locale) =>
    db.prepare(`${selectEsims(locale)} AND ${where} LIMIT ${batchSize}`).bind(...params),
  )
  const statements = due.flatMap(({ row, locale }) => insertMessages(context, row, locale, write))
  if (statements.length > 0) await db.batch(statements)
}

/** Inserts an email or push messages about an eSIM, as its customer has agreed. */
function insertMessages(
  { db, config, now }: ShopContext,
  esim: MailedEsim,
  locale: Locale,
  write: UsageMessageWriter,
): D1PreparedStatement[] {
  const { esim_hash: esimHash, order_id: invoiceID, recipient, valid_until: endsAt } = esim
  const words = wordsOf(locale)
  const tariff = toPlan(esim, words)
  const plan = planName({ locale, words }, tariff)
  const written = write({ esim, locale, plan })
  const { dedupeKey, subject, heading, text } = written
  const parts = letterParts(config.SITE_ORIGIN, esim, locale, written)
  const letter = writeLetter({ locale, inks: inksOf(tariff), eyebrow: plan, heading, parts })
  const about = { kind: 'mail', purpose: 'usage', dedupeKey, recipient, invoiceID } as const
  const path = href(locale, 'operatorInfo', null, { hash: esimHash })
  const message = { title: subject, body: text, path }
  return [
    ...(esim.has_usage_mails === 1
      ? [insertMessage(db, { ...about, subject, ...letter, createdAt: now }, hasConsent(esimHash))]
      : []),
    ...(esim.has_push === 1 ? [insertPush(db, { esimHash, dedupeKey, message, endsAt, now })] : []),
  ]
}

/** The consent can end after the eSIM was read: the person was erased, or has another address. */
function hasConsent(esimHash: string) {
  return sql`EXISTS (SELECT 1 FROM esims WHERE esim_hash = ${esimHash} AND has_usage_mails = 1)`
}

/** Returns the text with a button to get more data and links to the balance. */
function letterParts(
  origin: string,
  { esim_hash: hash, can_top_up: canBeToppedUp, plan_id: tariffID }: MailedEsim,
  locale: Locale,
  { text, advice }: UsageMessage,
): LetterPart[] {
  const words = wordsOf(locale)
  const balance = origin + href(locale, 'operatorInfo', null, { hash })
  const more =
    canBeToppedUp === 1
      ? { label: words('balance.addData'), url: origin + href(locale, 'topUp', null, { hash }) }
      : { label: words('balance.again'), url: origin + href(locale, 'order', null, { tariffID }) }
  return [
    { kind: 'text', text },
    { kind: 'button', ...more },
    ...(advice === undefined ? [] : [{ kind: 'note', text: advice } as const]),
    { kind: 'link', label: words('instruction.balance'), url: balance },
    { kind: 'link', label: words('mail.usageStop'), url: `${balance}#emails` },
  ]
}

/** SQL: whether the customer gets emails or push messages about the eSIM `e`. */
export const isWatched = '(e.has_usage_mails = 1 OR e.has_push = 1)'

/** SQL: watched eSIMs of orders in the locale, with their plans. */
function selectEsims(locale: Locale): string {
  return `SELECT ${planColumn(locale, '1')}, e.esim_hash, e.plan_id, e.order_id, e.data_used_mb,
      e.valid_until, e.has_usage_mails, e.has_push, ${limitMb} AS limit_mb, e.can_top_up,
      coalesce(l.recipient, e.email) AS recipient
    FROM esim_states e JOIN orders i ON i.id = e.order_id
    JOIN order_lines l ON l.order_id = e.order_id AND l.position = e.line_position
    JOIN plans t ON t.id = e.plan_id ${planJoins}
    WHERE ${isWatched} AND i.lang = '${locale}' AND NOT e.is_refunded`
}
