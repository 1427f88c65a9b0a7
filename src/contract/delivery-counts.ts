import { z } from 'zod'
import { lang } from './common.ts'
import { get } from './endpoint.ts'

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
          .describe('Half of them were delivered within this time after the payment'),
      })
      .nullable()
      .describe('null: fewer than the operator wants to show'),
  }),
  { extension: true },
)
