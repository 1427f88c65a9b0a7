import { roundedMinorOf } from '../../../domain/money.ts'
import type { Money } from '../../../domain/money.ts'
import type { AiraloApi } from './airalo-api.ts'
import { balanceAnswer } from './airalo-objects.ts'
import { expectValue } from './airalo-refusals.ts'

export async function readBalance(api: AiraloApi): Promise<Money | null> {
  const { balances } = expectValue(await api.get('/v2/balance', balanceAnswer)).data
  if (Array.isArray(balances)) return null
  const { amount, currency } = balances.availableBalance
  return { minor: roundedMinorOf(amount, currency, 'down'), currency }
}
