import { describeRisks } from '../../src/backend/catalogue-changes/describe-risks.ts'
import { describeSync } from '../../src/backend/catalogue-sync/describe-sync.ts'
import type { CatalogueSync } from '../../src/backend/catalogue-sync/sync-draft.ts'
import { reprice } from '../../src/backend/catalogue-sync/reprice.ts'
import {
  applyPrices,
  readChangedPriceBook,
} from '../../src/backend/operations/goods/computed-prices.ts'
import { changePriceBook, priceBookSubject } from '../../src/backend/operations/goods/price-book.ts'
import { ruleRefusal } from '../../src/backend/operations/goods/rule-refusal.ts'
import { planForStaff } from '../../src/backend/operations/goods/plan-for-staff.ts'
import { setPlanPrices } from '../../src/backend/operations/goods/set-plan-prices.ts'
import { versionOf } from '../../src/backend/operations/subject-version.ts'
import type { ActionContext } from '../../src/backend/operations/perform-action.ts'
import type { StaffMember } from '../../src/backend/operations/staff.ts'
import type { PriceBookChange } from '../../src/backend/pricing/price-book-sql.ts'
import type { SqlStore } from '../../src/backend/sql-store.ts'
import type { Prices } from '../../src/domain/money.ts'
import { err } from '../../src/domain/result.ts'
import { secretID } from '../../src/domain/secret-id.ts'
import { requireCurrency } from '../staff/require-currency.ts'
import { describePlans } from '../import/describe-difference.ts'
import { outcomeOf } from '../staff/action-outcome.ts'
import { describePrices } from './describe-prices.ts'
import type { PricesArguments } from './prices-arguments.ts'

type Shop = {
  readonly context: ActionContext
  /** Can write the prices of many plans, because it runs SQL files. */
  readonly store: SqlStore
  readonly staff: StaffMember
}

const unconfirmed = 'Nothing was written. If the prices are correct, add --yes.'

type Confirmation = Pick<PricesArguments, 'isDryRun' | 'isConfirmed'>

/** Runs a command and returns the output. Every change recomputes the prices immediately. */
export async function runPrices(shop: Shop, command: PricesArguments): Promise<string[]> {
  const { store, context } = shop
  switch (command.action) {
    case 'list':
      return describePrices(store, context.config.CURRENCIES)
    case 'change':
      return changeBook(shop, command.change, command)
    case 'set': {
      const { minor, currency } = command.price
      requireCurrency(context.config.CURRENCIES, currency)
      const setPrice = (known: Prices) => ({ ...known, [currency]: minor })
      return changePlan(shop, command.tariffID, setPrice, command)
    }
    case 'unset': {
      const unsetPrice = (known: Prices) =>
        Object.fromEntries(Object.entries(known).filter(([each]) => each !== command.currency))
      return changePlan(shop, command.tariffID, unsetPrice, command)
    }
  }
}

async function changeBook(
  { context, store, staff }: Shop,
  change: PriceBookChange,
  { isDryRun, isConfirmed }: Confirmation,
): Promise<string[]> {
  const { CURRENCIES: currencies } = context.config
  if (change.kind === 'rule') requireCurrency(currencies, change.rule.currency)
  const reason = await ruleRefusal(context, change)
  if (reason !== null) return outcomeOf(err({ code: 'refused', reason }))
  const sync = await reprice(store, await readChangedPriceBook(store, currencies, change))
  const risks = describeRisks(sync.risks).map((risk) => `suspicious: ${risk}`)
  const lines = [...describePriceChanges(sync), ...risks]
  if (isDryRun) return [...lines, 'Dry run: nothing was written.']
  if (risks.length > 0 && !isConfirmed) throw new Error([...lines, unconfirmed].join('\n'))
  const version = (await versionOf(context.db, priceBookSubject)) ?? 0
  const input = { change, digest: null, version, idempotencyKey: secretID(), isConfirmed: true }
  const outcome = outcomeOf(await changePriceBook(context, staff, input))
  return [...outcome, ...describePriceChanges(await applyPrices(store, currencies, context.now))]
}

async function changePlan(
  { context, staff }: Shop,
  tariffID: string,
  change: (known: Prices) => Prices,
  { isConfirmed }: Pick<Confirmation, 'isConfirmed'>,
): Promise<string[]> {
  const plan = await planForStaff(context, tariffID, 'en')
  if (!plan) throw new Error(`There is no plan ${tariffID}. Look up its id in the back office.`)
  if (plan.supplier === null)
    throw new Error(
      `${tariffID} comes from your files. Change its price there and import them again.`,
    )
  const input = { tariffID, version: plan.version, idempotencyKey: secretID(), isConfirmed }
  const prices = change(plan.setPrices)
  return outcomeOf(await setPlanPrices(context, staff, { ...input, prices }))
}

function describePriceChanges(sync: CatalogueSync): string[] {
  const [, ...problems] = describeSync({ ...sync, entries: [] })
  return [...describePlans(sync.tariffs, sync.total - sync.tariffs.length), ...problems]
}
