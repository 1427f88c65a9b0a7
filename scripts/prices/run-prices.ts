import { describeSync } from '../../src/backend/catalogue-sync/describe-sync.ts'
import type { CatalogueSync } from '../../src/backend/catalogue-sync/sync-draft.ts'
import { reprice } from '../../src/backend/catalogue-sync/reprice.ts'
import {
  applyPrices,
  bookAfter,
  changePriceBook,
  priceBookSubject,
} from '../../src/backend/operations/goods/price-book.ts'
import { planForStaff } from '../../src/backend/operations/goods/plan-for-staff.ts'
import { setPlanPrices } from '../../src/backend/operations/goods/set-plan-prices.ts'
import { versionOf } from '../../src/backend/operations/perform-action.ts'
import type { ActionContext } from '../../src/backend/operations/perform-action.ts'
import type { StaffMember } from '../../src/backend/operations/staff.ts'
import type { PriceBookChange } from '../../src/backend/pricing/price-book-sql.ts'
import type { SqlStore } from '../../src/backend/sql-store.ts'
import type { Prices } from '../../src/domain/money.ts'
import { secretID } from '../../src/domain/secret-id.ts'
import { describePlans } from '../import/describe-difference.ts'
import { outcomeOf } from '../staff/action-outcome.ts'
import { describePrices } from './describe-prices.ts'
import type { PricesCommand } from './prices-arguments.ts'

type Shop = {
  readonly context: ActionContext
  /** For prices of many plans: the database of a command takes files. */
  readonly store: SqlStore
  readonly staff: StaffMember
}

/** Runs a command and returns what to print. Every change recomputes the prices at once. */
export async function runPrices(shop: Shop, command: PricesCommand): Promise<string[]> {
  const { store, context } = shop
  const currencies = context.config.CURRENCIES
  switch (command.action) {
    case 'list':
      return describePrices(store, currencies)
    case 'preview': {
      const change = command.rule && ({ kind: 'rule', rule: command.rule } as const)
      const sync = await reprice(store, await bookAfter(store, currencies, change))
      return [...describePriceChanges(sync), 'Preview: nothing was written.']
    }
    case 'add':
      return changeBook(shop, { kind: 'rule', rule: command.rule })
    case 'remove':
      return changeBook(shop, { kind: 'remove', id: command.id })
    case 'rate':
      return changeBook(shop, { kind: 'rate', rate: command.rate })
    case 'set': {
      const { minor, currency } = command.price
      return changePlan(shop, command.tariffID, (known) => ({ ...known, [currency]: minor }))
    }
    case 'unset':
      return changePlan(shop, command.tariffID, (known) =>
        Object.fromEntries(Object.entries(known).filter(([each]) => each !== command.currency)),
      )
  }
}

async function changeBook(
  { context, store, staff }: Shop,
  change: PriceBookChange,
): Promise<string[]> {
  const version = (await versionOf(context.db, priceBookSubject)) ?? 0
  const input = { change, digest: null, version, idempotencyKey: secretID(), isConfirmed: true }
  outcomeOf(await changePriceBook(context, staff, input))
  return describePriceChanges(await applyPrices(store, context.config.CURRENCIES, context.now))
}

async function changePlan(
  { context, staff }: Shop,
  tariffID: string,
  change: (known: Prices) => Prices,
): Promise<string[]> {
  const plan = await planForStaff(context, tariffID, 'en')
  if (!plan) throw new Error(`There is no plan ${tariffID}.`)
  if (plan.supplier === null)
    throw new Error(`${tariffID} is from your files. Change its price there and import them.`)
  const input = { tariffID, version: plan.version, idempotencyKey: secretID(), isConfirmed: true }
  return outcomeOf(
    await setPlanPrices(context, staff, { ...input, prices: change(plan.setPrices) }),
  )
}

function describePriceChanges(sync: CatalogueSync): string[] {
  const [, ...problems] = describeSync({ ...sync, entries: [] })
  return [...describePlans(sync.tariffs, sync.total - sync.tariffs.length), ...problems]
}
