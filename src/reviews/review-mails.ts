import { ratings, starsOf } from './rating.shared.ts'
import { reviewHeading } from './review-facts.ts'
import type { Locale } from '../words/locales.shared.ts'
import { href } from '../words/paths.shared.ts'
import { planName } from '../words/plan-words.ts'
import { wordsOf } from '../words/words.shared.ts'
import { rowsPerLocale } from '../plans/places.ts'
import { planColumn, planJoins, toPlan, type PlanRow } from '../plans/plan-rows.ts'
import type { ShopContext } from '../context.ts'
import { inksOf } from '../plans/map/inks.tsx'
import { writeLetter } from '../messages/letter.ts'
import { insertMessage } from '../messages/outbox.ts'
import { prepare, raw, sql } from '../kit/sql.ts'

type DueRow = PlanRow & {
  esim_hash: string
  order_id: string
  line_position: number
  recipient: string
  /** 1 when the customer gets a request for a review. */
  is_asked: number
}

/** Maximum number of eSIMs per run and language. */
const batchSize = 50

/**
 * Emails a request for a review to customers who agreed, once after the end of their plan. Skips
 * eSIMs that were never used, were refunded or already have a review. A frozen eSIM waits. Returns
 * the number of requests.
 */
export async function mailReviews(context: ShopContext): Promise<number> {
  const { db } = context
  const due = await rowsPerLocale<DueRow>(db, (locale) => selectDueEsims(context, locale))
  if (due.length === 0) return 0
  const recipients = due.filter(({ row }) => row.is_asked === 1)
  await db.batch([
    ...recipients.map((each) => reviewMail(context, each)),
    prepare(db)`UPDATE esims SET has_review_mail = 0, review_mail_at = NULL
      WHERE esim_hash IN (SELECT value FROM
        json_each(${JSON.stringify(due.map(({ row }) => row.esim_hash))}))`,
  ])
  return recipients.length
}

/** Selects ended eSIMs of orders in `locale` whose customer agreed to the email. */
function selectDueEsims({ db, now }: ShopContext, locale: Locale): D1PreparedStatement {
  return prepare(db)`SELECT ${raw(planColumn(locale, '1'))}, e.esim_hash, e.order_id,
      e.line_position,
      coalesce(l.recipient, e.email) AS recipient,
      e.first_used_at IS NOT NULL AND NOT (e.is_refunded OR e.is_reviewed)
        AS is_asked
    FROM esim_states e JOIN orders i ON i.id = e.order_id
    JOIN order_lines l ON l.order_id = e.order_id AND l.position = e.line_position
    JOIN plans t ON t.id = e.plan_id ${raw(planJoins)}
    WHERE i.lang = ${locale} AND NOT e.is_frozen AND e.esim_hash IN (
      SELECT esim_hash FROM esims WHERE has_review_mail = 1 AND valid_until <= ${now}
      UNION ALL SELECT esim_hash FROM esims WHERE has_review_mail = 1 AND review_mail_at <= ${now})
    LIMIT ${raw(batchSize)}`
}

/** Each link opens the review page with a rating selected. Only the page's button stores it. */
function reviewMail(
  { db, config, now }: ShopContext,
  { row: esim, locale }: { readonly row: DueRow; readonly locale: Locale },
): D1PreparedStatement {
  const words = wordsOf(locale)
  const plan = toPlan(esim, words)
  const { esim_hash: hash, order_id: invoiceID, line_position: position, recipient } = esim
  const subject = reviewHeading({ locale, words }, plan)
  const urlOf = (rating: number) =>
    config.SITE_ORIGIN + href(locale, 'review', null, { hash, rating: String(rating) })
  const letter = writeLetter({
    locale,
    inks: inksOf(plan),
    eyebrow: planName({ locale, words }, plan),
    heading: subject,
    parts: [
      { kind: 'text', text: words('mail.review') },
      {
        kind: 'choices',
        choices: ratings.map(({ name, stars }) => ({
          sign: starsOf(stars),
          label: words(`review.ratings.${name}`),
          url: urlOf(stars),
        })),
      },
      { kind: 'note', text: words('mail.reviewOnce') },
    ],
  })
  const message = {
    ...letter,
    kind: 'mail',
    purpose: 'review',
    dedupeKey: `${invoiceID}:${position}`,
    recipient,
    subject,
    invoiceID,
    createdAt: now,
  } as const
  return insertMessage(db, message, hasConsent(hash))
}

/** The consent can end after the eSIM was read: the person was erased, or has another address. */
function hasConsent(hash: string) {
  return sql`EXISTS (SELECT 1 FROM esims WHERE esim_hash = ${hash} AND has_review_mail = 1)`
}
