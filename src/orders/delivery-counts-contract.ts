import { z } from 'zod'
import { lang } from '../api/common.ts'
import { get } from '../api/endpoint.ts'

export const deliveryCounts = get(
  '/web-delivery-counts',
  'Get the number of delivered eSIMs',
  z.object({ lang }),
  z.object({
    data: z
      .object({
        delivered: z.int().positive().describe('eSIMs delivered in the last 24 hours'),
        medianSeconds: z
          .int()
          .positive()
          .describe('Median time from payment to delivery, in seconds'),
      })
      .nullable()
      .describe('null if there are fewer than the operator wants to show'),
  }),
  { isExtension: true },
)
