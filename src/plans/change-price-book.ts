import type { ExchangeRate } from './price-rules.ts'
import { decimalOf } from '../kit/money.shared.ts'
import type { Money } from '../kit/money.shared.ts'
import { err, ok } from '../kit/result.shared.ts'
import { syncBatches } from './write-sync.ts'
import { unchangedContent } from './content-version.ts'
import { priceBookStatements, readPriceRules } from './price-book.ts'
import type { PriceBookChange } from './price-book.ts'
import { performAction } from '../api/perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from '../api/perform-action.ts'
import type { StaffMember } from '../api/staff.ts'
import type { TimelineDetails } from '../api/audit.ts'
import { previewPrices } from './set-prices.ts'
import type { RefusedReason } from '../api/refused-reason.ts'
import { ownStock } from './can-sell.ts'
import { sourceNames } from './plan-actions.ts'

/**
 * The audit subject of all price rules and exchange rates. Its version is the number of changes.
 */
export const priceBookSubject = { kind: 'price-book', id: 'prices' } as const

type ChangeInput = ActionInput & {
  readonly change: PriceBookChange
  /** The digest of the preview that staff saw. */
  readonly digest: string
  /** True when staff confirmed prices that look like a mistake, or that are too many to show. */
  readonly isConfirmed: boolean
}

/**
 * Changes a rule or a rate, and writes the previewed prices in the same transaction. If they are
 * too many, the next sync of each supplier writes them.
 */
export async function changePriceBook(
  context: ActionContext,
  staff: StaffMember,
  { change, digest, isConfirmed, ...input }: ChangeInput,
): Promise<ActionResult> {
  const { db, config, now } = context
  const action = actions[change.kind]
  const request = {
    ...input,
    action,
    subject: priceBookSubject,
    input: { change, digest },
  } as const
  return performAction(context, staff, request, async () => {
    // Read the content version before the comparison, so that a change in between is a conflict.
    const unchanged = await unchangedContent(db)
    const rules = await readPriceRules(db)
    if (change.kind === 'remove' && !rules.some(({ id }) => id === change.id))
      return err({ code: 'refused', reason: 'no-such-rule' })
    const reason = await ruleRefusal(context, change)
    if (reason !== null) return err({ code: 'refused', reason })
    const { sync, digest: current } = await previewPrices(db, config.CURRENCIES, change)
    if (sync === null && !isConfirmed) return err({ code: 'refused', reason: 'too-many-prices' })
    if (current !== digest) return err({ code: 'conflict' })
    if (!isConfirmed && sync !== null && sync.risks.length > 0)
      return err({ code: 'refused', reason: 'suspicious-price' })
    return ok({
      details: detailsOf(change),
      condition: unchanged,
      effects: () => [
        ...priceBookStatements(db, change, now),
        ...(sync ? syncBatches(db, sync, config.CURRENCIES[0], now).flat() : []),
      ],
    })
  })
}

const actions = { rule: 'set-rule', remove: 'remove-rule', rate: 'set-rate' } as const

function detailsOf(change: PriceBookChange): TimelineDetails {
  switch (change.kind) {
    case 'rule': {
      const { rule } = change
      const amount = (minor: number) => decimalOf({ minor, currency: rule.currency })
      return {
        currency: rule.currency,
        supplier: rule.supplier,
        country: rule.countryCode,
        plan: rule.tariffID,
        markup: `${rule.markupHundredths / 100}%`,
        minimumProfit: amount(rule.minimumProfit),
        step: amount(rule.step),
        ending: amount(rule.ending),
      }
    }
    case 'remove':
      return { id: change.id }
    case 'rate':
      return { rate: rateText(change.rate) }
  }
}

/** `1.00 USD = 92.50 RUB` */
export function rateText({ from, to }: ExchangeRate): string {
  const text = (money: Money) => `${decimalOf(money)} ${money.currency}`
  return `${text(from)} = ${text(to)}`
}

/**
 * Returns why a new rule would apply to no plan, or null. A name with a typing error would change
 * no price, and nobody would notice. A shop without countries gets them with its first sync.
 */
export async function ruleRefusal(
  { db }: Pick<ActionContext, 'db'>,
  change: PriceBookChange,
): Promise<RefusedReason | null> {
  if (change.kind !== 'rule') return null
  const { supplier, countryCode, tariffID } = change.rule
  if (supplier !== null && !isSupplier(supplier)) return 'unknown-supplier'
  const row = await db
    .prepare(
      `SELECT (SELECT id FROM tariffs WHERE id = ?) AS plan,
        (SELECT code FROM countries WHERE code = ?) AS country,
        EXISTS (SELECT 1 FROM countries) AS hasCountries`,
    )
    .bind(tariffID, countryCode)
    .first<{ plan: string | null; country: string | null; hasCountries: number }>()
  if (tariffID !== null && row?.plan !== tariffID) return 'unknown-plan'
  const isKnown = row?.hasCountries === 0 || row?.country === countryCode
  return countryCode !== null && !isKnown ? 'unknown-country' : null
}

function isSupplier(name: string): boolean {
  return name !== ownStock && sourceNames.includes(name)
}
