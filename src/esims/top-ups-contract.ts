import { z } from 'zod'
import { maxLength } from '../kit/limits.shared.ts'
import { product } from '../kit/product.shared.ts'
import { esimHash, lang, prices } from '../api/common.ts'
import { get } from '../api/endpoint.ts'
import { tariff } from '../plans/plans-contract.ts'

export const topUpCode = z
  .string()
  .min(1)
  .max(maxLength.topUpCode)
  .describe('The supplier’s code of the top-up')

/** A top-up for an eSIM, as an order names it. */
export const topUpChoice = z
  .object({ hash: esimHash, code: topUpCode })
  .meta({ id: 'TopUpChoice', description: 'A top-up for an eSIM' })
export type TopUpChoice = z.output<typeof topUpChoice>

const topUp = z
  .object({
    code: topUpCode,
    trafficMb: z.int().positive().nullable().describe('MB that it adds, or null if unlimited'),
    validityDays: z.int().positive().describe('Days that it is valid'),
    prices,
  })
  .meta({ id: 'TopUp', description: 'Data that can be added to an eSIM' })
export type TopUp = z.output<typeof topUp>

const topUps = z
  .object({
    hash: esimHash,
    tariff: tariff.describe('The plan of the eSIM'),
    topUps: z.array(topUp).describe('The cheapest first. Empty if the eSIM cannot be topped up'),
  })
  .meta({ id: 'EsimTopUps', description: 'An eSIM with the data that can be added to it' })
export type EsimTopUps = z.output<typeof topUps>

export const esimTopUps = get(
  `/web-${product.slug}-top-ups`,
  'List the top-ups for an eSIM',
  z.object({ lang, hash: esimHash }),
  z.object({ data: topUps }),
  { isExtension: true },
)
