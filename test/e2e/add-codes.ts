import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { passesLuhn } from '../../src/domain/activation-code.ts'
import { locales } from './shop.ts'

const codesOfPlan = 200
const header = 'iccid,tariffID,smdpAddress,matchingId,confirmationCode,mobileNumber,sample'

/**
 * Adds activation codes of the plans that journeys buy: the 20 of the sample shop would be sold
 * before the last journey.
 */
export async function addCodes(persistTo: string): Promise<void> {
  const rows = locales.flatMap(({ plan }, index) =>
    Array.from({ length: codesOfPlan }, (_, position) => {
      const number = index * codesOfPlan + position
      return `${iccid(number)},${plan},rsp.meridian.example,SAMPLE-JOURNEY-${number},,,yes`
    }),
  )
  const file = `${persistTo}/codes.csv`
  await writeFile(file, [header, ...rows].join('\n'))
  const command = ['scripts/import/import-stock.ts', file, '--persist-to', persistTo]
  await promisify(execFile)('node', command)
}

function iccid(number: number): string {
  const digits = `890000${String(number).padStart(12, '0')}`
  const valid = Array.from('0123456789', (digit) => digits + digit).filter(passesLuhn)
  return valid.join()
}
