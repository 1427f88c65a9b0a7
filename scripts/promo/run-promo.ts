import { listPromoCodes } from '../../src/backend/operations/goods/list-promo-codes.ts'
import {
  addPromoCode,
  changePromoCode,
  stopPromoCode,
} from '../../src/backend/operations/goods/promo-codes.ts'
import { versionOf } from '../../src/backend/operations/subject-version.ts'
import type { ActionContext } from '../../src/backend/operations/perform-action.ts'
import type { StaffMember } from '../../src/backend/operations/staff.ts'
import type { PromoCode } from '../../src/domain/promo-code.ts'
import { secretID } from '../../src/domain/secret-id.ts'
import { requireCurrency } from '../staff/require-currency.ts'
import { outcomeOf } from '../staff/action-outcome.ts'
import { describePromoCodes } from './describe-promo-code.ts'
import type { PromoCommand } from './promo-arguments.ts'

/** Runs a command, and returns the output. Throws an error with the reason when it is refused. */
export async function runPromo(
  context: ActionContext,
  staff: StaffMember,
  command: PromoCommand,
): Promise<string[]> {
  const idempotencyKey = secretID()
  switch (command.action) {
    case 'list': {
      const codes = await listPromoCodes(context)
      if (codes.length === 0) return ['There are no promo codes.']
      return describePromoCodes(codes, context.now)
    }
    case 'add':
      for (const currency of currenciesOf(command.promo))
        requireCurrency(context.config.CURRENCIES, currency)
      return outcomeOf(await addPromoCode(context, staff, { promo: command.promo, idempotencyKey }))
    case 'change': {
      const { code, change } = command
      const known = (await listPromoCodes(context, code)).find((each) => each.promo.code === code)
      const { endsAt = null, totalLimit = null } = known?.promo ?? {}
      const version = known?.version ?? 0
      const input = { code, change: { endsAt, totalLimit, ...change }, version, idempotencyKey }
      return outcomeOf(await changePromoCode(context, staff, input))
    }
    case 'stop': {
      const { code } = command
      const version = (await versionOf(context.db, { kind: 'promo-code', id: code })) ?? 0
      return outcomeOf(await stopPromoCode(context, staff, { code, version, idempotencyKey }))
    }
  }
}

function currenciesOf({ reduction }: PromoCode): readonly string[] {
  return reduction.kind === 'amount' ? Object.keys(reduction.amounts) : []
}
