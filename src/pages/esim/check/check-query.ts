import { z } from 'zod'
import { searchString } from '../../../contract/common.ts'
import { planList, plansQuery } from '../../../contract/order-plans.ts'
import { homeMarkets } from '../../../domain/phone-models/phone-model.ts'

export const checkQuery = z.object({
  search_string: searchString,
  model: z.string().max(60).optional().catch(undefined),
  bought: z
    .enum([...homeMarkets, 'elsewhere'])
    .optional()
    .catch(undefined),
  lock: z.enum(['free', 'locked']).optional().catch(undefined),
  tariffID: planList.optional().catch(undefined),
  people: plansQuery.people,
})
export type CheckQuery = z.output<typeof checkQuery>
