import { posix } from 'node:path'
import { expect, it } from 'vitest'
import { modulesIn } from './import-graph.ts'

/** File names that repeat in each form, section of the back office or kind of place. */
const indexNames = ['form', 'schema', 'hrefs', '[country]']
/** Rooms whose file names must not exist in any other room. */
const ownNames = /^(client|src\/(api|config|http|worker))\//

it('gives different files different names', async () => {
  const files = [...(await modulesIn('src')), ...(await modulesIn('client'))]
  expect(doubledFiles(files)).toEqual([])
})

it('finds equal file names in one room, and in two rooms if the names of one must be unique', () => {
  const files = [
    'src/contract/faq.ts',
    'src/contract/documentation/faq.ts',
    'src/backend/texts/faq.ts',
    'src/backend/mail/push.ts',
    'src/backend/push/push.ts',
    'client/utm.ts',
    'src/domain/utm.ts',
  ]
  expect(doubledFiles(files)).toEqual([
    'src/backend/mail/push.ts, src/backend/push/push.ts',
    'client/utm.ts, src/domain/utm.ts',
  ])
})

/**
 * Finds files with equal names. The contract, its documentation, the backend and pages may use the
 * same name for files of one operation.
 */
function doubledFiles(files: readonly string[]): string[] {
  return [...Map.groupBy(files, nameOf)]
    .filter(([name, equal]) => !indexNames.includes(name) && isDoubled(equal))
    .map(([, equal]) => equal.join(', '))
}

function isDoubled(files: readonly string[]): boolean {
  const rooms = new Set(files.map(roomOf))
  return (
    rooms.size < files.length || (files.length > 1 && files.some((file) => ownNames.test(file)))
  )
}

function nameOf(file: string): string {
  return posix.basename(file).replace(/\.\w+$/, '')
}

function roomOf(file: string): string {
  return /^(client|src\/contract\/documentation|src\/[^/]+)/.exec(file)?.[0] ?? file
}
