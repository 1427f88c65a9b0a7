import { z } from 'zod'
import { tariffID } from '../../contract/common.ts'
import {
  iccidPattern,
  matchingIdPattern,
  parseLpaString,
  smdpAddressPattern,
} from '../../domain/activation-code.ts'
import { isCurrency, minorDigits, minorOf } from '../../domain/money.ts'
import type { Money } from '../../domain/money.ts'
import { columns, mayBeMissing, optional, standardOr } from './cells.ts'
import type { Columns } from './cells.ts'

/** The columns of a file of activation codes. catalogue/README.md describes them. */

/** `1.20 USD` */
const costCell = z.string().transform((value, context): Money => {
  const [, decimal = '', currency = ''] = /^(\d{1,9}(?:\.\d+)?) ([A-Z]{3})$/.exec(value) ?? []
  const fraction = decimal.split('.')[1] ?? ''
  if (isCurrency(currency) && fraction.length <= minorDigits(currency))
    return { minor: minorOf(decimal, currency), currency }
  context.addIssue({ code: 'custom', message: 'must be an amount such as 1.20 USD' })
  return z.NEVER
})

const stock = z.object({
  /** Some suppliers append an F, the filler digit of the SIM's memory. */
  iccid: z
    .string()
    .transform((value) => value.replace(/F$/i, ''))
    .pipe(z.string().regex(iccidPattern, 'must have 18 to 20 digits')),
  tariffID,
  smdpAddress: mayBeMissing(z.string()),
  matchingId: mayBeMissing(z.string()),
  activationCode: mayBeMissing(z.string()),
  confirmationCode: mayBeMissing(
    optional(z.string().regex(/^\d{4,8}$/, 'must have 4 to 8 digits')),
  ),
  mobileNumber: mayBeMissing(
    optional(z.string().regex(/^\+\d{8,15}$/, 'must be a number such as +79991234567')),
  ),
  /** The price that was paid for it. */
  cost: mayBeMissing(optional(costCell)),
  sample: standardOr(z.enum(['yes', 'no'], 'must be yes or no'), 'no').transform(
    (value) => value === 'yes',
  ),
})

const stockRow = stock.transform(({ activationCode, ...cells }, context) => {
  const { smdpAddress: address, matchingId: id } = cells
  const lpa = Object.entries({ activationCode, smdpAddress: address, matchingId: id }).find(
    ([, cell]) => /^LPA:/i.test(cell),
  )
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message })
  if (lpa === undefined) {
    if (!smdpAddressPattern.test(cells.smdpAddress))
      refuse('smdpAddress', 'must be a host name, without https://')
    if (!matchingIdPattern.test(cells.matchingId))
      refuse('matchingId', 'must contain only letters, digits and -')
    return cells
  }
  const parts = parseLpaString(lpa[1])
  if (!parts) refuse(lpa[0], 'must be an activation code such as LPA:1$host$ID')
  if (parts?.needsConfirmationCode === true && cells.confirmationCode === null)
    refuse('confirmationCode', 'must not be empty for this activation code')
  const { smdpAddress, matchingId } = parts ?? cells
  return { ...cells, smdpAddress, matchingId }
})
export const stockColumns: Columns<StockCells> = {
  ...columns(stock),
  secret: ['smdpAddress', 'matchingId', 'activationCode', 'confirmationCode'],
  row: stockRow,
}

export type StockCells = z.output<typeof stockRow>
