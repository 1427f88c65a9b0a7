import type { ApiClient } from '../../api/api-client.ts'
import type { ApiResult } from '../../api/api-result.ts'
import type { TariffDetails } from '../../contract/tariffs.ts'
import { err, ok } from '../../domain/result.ts'
import type { Result } from '../../domain/result.ts'
import type { AppContext } from '../../http/app-env.ts'
import { apiErrorPage } from '../../http/page/error-pages.tsx'
import type { OrderPlans } from '../../locale/order-params.ts'
import type { QueryParams } from '../../locale/paths.ts'
import { checkedPhoneName } from '../esim/check/checked-phone-name.ts'

/** An order of plans, as its page shows it. */
export type PlanOrder = {
  readonly plans: OrderPlans
  /** The plan of each id. */
  readonly tariffs: readonly TariffDetails[]
  /** The name of the phone that was checked and fits, or null. */
  readonly phone: string | null
  /** Marketing parameters of the visit, for links that change the order. */
  readonly visit: QueryParams
}

/** Loads the plans of an order, or returns an error page. */
export async function loadPlanOrder(
  c: AppContext,
  plans: OrderPlans,
  visit: QueryParams = {},
): Promise<Result<PlanOrder, Response>> {
  const [checked, tariffs] = await Promise.all([
    checkPhone(c, plans),
    readTariffs(c.var.api, plans.tariffIDs),
  ])
  if (!tariffs.ok) return err(await apiErrorPage(c, tariffs.error))
  return ok({ ...checked, tariffs: tariffs.value, visit })
}

/** Returns the plans without a phone that does not fit, and the name of the phone. */
export async function checkPhone(
  { var: { words } }: AppContext,
  plans: OrderPlans,
): Promise<Pick<PlanOrder, 'plans' | 'phone'>> {
  const phone = await checkedPhoneName(plans.phone, words)
  return { plans: phone === null ? { ...plans, phone: undefined } : plans, phone }
}

async function readTariffs(
  api: ApiClient,
  tariffIDs: readonly string[],
): Promise<ApiResult<readonly TariffDetails[]>> {
  const ids = [...new Set(tariffIDs)]
  const answers = await Promise.all(ids.map(async (id) => api.tariff({ id })))
  const found = new Map<string, TariffDetails>()
  for (const answer of answers) {
    if (!answer.ok) return answer
    found.set(answer.value.data.tariffID, answer.value.data)
  }
  return ok(tariffIDs.flatMap((id) => found.get(id) ?? []))
}
