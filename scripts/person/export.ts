import { exportPerson } from '../../src/backend/operations/export-person.ts'
import { openShopD1 } from '../database/d1.ts'
import { exitOnError } from '../command/exit-on-error.ts'
import { personArgument } from './person-argument.ts'

/** `npm run -s person:export -- EMAIL [--remote]` prints all stored data of a person as JSON. */
await exitOnError(async () => {
  const { person, target } = personArgument(process.argv.slice(2))
  const { db, close } = await openShopD1(target)
  try {
    console.log(JSON.stringify(await exportPerson({ db }, person), null, 2))
  } finally {
    await close()
  }
})
