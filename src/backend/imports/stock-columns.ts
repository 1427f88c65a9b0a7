import { z } from 'zod'
import {
  iccidPattern,
  matchingIdPattern,
  parseLpaString,
  plainIccid,
  smdpAddressPattern,
} from '../../domain/activation-code.ts'
import { parseMoney } from '../../domain/money.ts'
import type { Money } from '../../domain/money.ts'
import { cellProblem } from './cell-problem.ts'
import { columns, mayBeMissing, optional, standardOr } from './cells.ts'
import type { Columns } from './cells.ts'
import { tariffCell } from './columns.ts'

/** The columns of a file of activation codes. catalogue/README.md describes them. */

/** `1.20 USD` */
const costCell = z.string().transform((value, context): Money => {
  const cost = parseMoney(value)
  if (cost) return cost
  const message = cellProblem('no-amount', { example: '1.20 USD' })
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

const stock = z.object({
  iccid: z
    .string()
    .transform(plainIccid)
    .pipe(z.string().regex(iccidPattern, cellProblem('no-iccid'))),
  tariffID: tariffCell,
  smdpAddress: mayBeMissing(z.string()),
  matchingId: mayBeMissing(z.string()),
  activationCode: mayBeMissing(z.string()),
  confirmationCode: mayBeMissing(
    optional(z.string().regex(/^\d{4,8}$/, cellProblem('no-confirmation-code'))),
  ),
  mobileNumber: mayBeMissing(
    optional(z.string().regex(/^\+\d{8,15}$/, cellProblem('no-phone-number'))),
  ),
  /** The amount that the shop paid for the profile. */
  cost: mayBeMissing(optional(costCell)),
  sample: standardOr(z.enum(['yes', 'no'], cellProblem('no-yes-or-no')), 'no').transform(
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
      refuse('smdpAddress', cellProblem('no-host-name'))
    if (!matchingIdPattern.test(cells.matchingId))
      refuse('matchingId', cellProblem('no-matching-id'))
    return cells
  }
  const parts = parseLpaString(lpa[1])
  if (!parts) refuse(lpa[0], cellProblem('no-activation-code'))
  if (parts?.needsConfirmationCode === true && cells.confirmationCode === null)
    refuse('confirmationCode', cellProblem('confirmation-code-missing'))
  const { smdpAddress, matchingId } = parts ?? cells
  return { ...cells, smdpAddress, matchingId }
})
export const stockColumns: Columns<StockCells> = {
  ...columns(stock),
  secret: ['smdpAddress', 'matchingId', 'activationCode', 'confirmationCode'],
  row: stockRow,
}

export type StockCells = z.output<typeof stockRow>
