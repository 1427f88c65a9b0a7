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

const confirmationCode = mayBeMissing(
  optional(z.string().regex(/^\d{4,8}$/, cellProblem('no-confirmation-code'))),
)

const profile = z.object({
  iccid: z
    .string()
    .transform(plainIccid)
    .pipe(z.string().regex(iccidPattern, cellProblem('no-iccid'))),
  tariffID: tariffCell,
  confirmationCode,
  mobileNumber: mayBeMissing(
    optional(z.string().regex(/^\+\d{8,15}$/, cellProblem('no-phone-number'))),
  ),
  /** The amount that the shop paid for the profile. */
  cost: mayBeMissing(optional(costCell)),
  sample: standardOr(z.enum(['yes', 'no'], cellProblem('no-yes-or-no')), 'no').transform(
    (value) => value === 'yes',
  ),
})

const codeCells = z.object({
  smdpAddress: mayBeMissing(z.string()),
  matchingId: mayBeMissing(z.string()),
  activationCode: mayBeMissing(z.string()),
  confirmationCode: mayBeMissing(z.string()),
})

/** The activation code, in one or two cells. */
const code = codeCells.transform(({ confirmationCode: confirmation, ...cells }, context) => {
  const { smdpAddress, matchingId, activationCode } = cells
  const lpa = Object.entries({ activationCode, smdpAddress, matchingId }).find(([, cell]) =>
    /^LPA:/i.test(cell),
  )
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message })
  if (lpa === undefined) {
    if (!smdpAddressPattern.test(smdpAddress)) refuse('smdpAddress', cellProblem('no-host-name'))
    if (!matchingIdPattern.test(matchingId)) refuse('matchingId', cellProblem('no-matching-id'))
    return { smdpAddress, matchingId }
  }
  const parts = parseLpaString(lpa[1])
  if (!parts) refuse(lpa[0], cellProblem('no-activation-code'))
  if (parts?.needsConfirmationCode === true && confirmation === '')
    refuse('confirmationCode', cellProblem('confirmation-code-missing'))
  return {
    smdpAddress: parts?.smdpAddress ?? smdpAddress,
    matchingId: parts?.matchingId ?? matchingId,
  }
})

// Both halves report their problems, so that one pass finds all of them.
const stockRow = profile.and(code)

export const stockColumns: Columns<StockCells> = {
  required: columns(profile).required,
  optional: [...new Set([...columns(profile).optional, ...columns(codeCells).optional])],
  secret: ['smdpAddress', 'matchingId', 'activationCode', 'confirmationCode'],
  row: stockRow,
  parts: [...columns(profile).parts, code],
}

export type StockCells = z.output<typeof stockRow>
