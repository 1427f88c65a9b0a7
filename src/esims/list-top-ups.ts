import type { InputOf, OutputOf } from '../operations.ts'
import { ok } from '../kit/result.shared.ts'
import { toTariff } from '../plans/plan-rows.ts'
import type { BackendContext } from '../context.ts'
import { notFound } from '../api/operation-result.ts'
import type { OperationResult } from '../api/operation-result.ts'
import { refuseBlocked } from './blocked-esim.ts'
import { readEsim } from './esim-rows.ts'
import { refreshTopUps, topUpsOnSale } from './top-ups.ts'
import { tryRefresh } from './lease.ts'

/** Returns the top-ups for an eSIM with their prices, or none when the eSIM cannot be topped up. */
export async function listTopUps(
  context: BackendContext,
  { hash, lang }: InputOf<'esimTopUps'>,
): Promise<OperationResult<OutputOf<'esimTopUps'>>> {
  const { db, words } = context
  await tryRefresh('top-ups-refresh-failed', async () => refreshTopUps(context, hash))
  const row = await readEsim(db, hash, lang)
  if (!row) return notFound(context)
  const blocked = refuseBlocked(context, row)
  if (blocked) return blocked
  const tariff = toTariff(row, words)
  const onSale = await topUpsOnSale(context, hash, tariff)
  const topUps = onSale.map(({ code, trafficMb, validityDays, prices }) => ({
    code,
    trafficMb,
    validityDays,
    prices,
  }))
  return ok({ data: { hash, tariff, topUps } })
}
