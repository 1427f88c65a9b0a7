import { warnedPercent } from '../../domain/warned-percent.ts'
import { formatTime } from '../../locale/formats.ts'
import { sizeText } from '../../locale/tariff-words.ts'
import { wordsOf } from '../../locale/words.ts'
import type { BackendContext } from '../context.ts'
import { done, notFound } from '../operation-result.ts'
import { limitMb, notifyAbout } from './notify-about-esims.ts'
import type { UsageMailContext } from './notify-about-esims.ts'
import { dayMs, isoAfter } from '../../domain/time-units.ts'

/** Starts or stops emails about the data of an eSIM to its buyer, or to the recipient of a gift. */
export async function setUsageMails(
  context: BackendContext,
  { hash: esimHash, isOn }: { hash: string; isOn: boolean },
) {
  const { meta } = await context.db
    .prepare(
      `UPDATE esims SET has_usage_mails = ?2, has_review_mail = ?2, review_mail_at = NULL
      WHERE esim_hash = ?1`,
    )
    .bind(esimHash, isOn ? 1 : 0)
    .run()
  return meta.changes === 0 ? notFound(context) : done()
}

/** Sends a message when most of the data is used, once for each eSIM and amount of data. */
export async function notifyOfUsage(
  context: UsageMailContext,
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
export async function notifyOfEnds(context: UsageMailContext): Promise<void> {
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
