import { exportPerson } from '../../src/office/person.ts'
import { openShopD1 } from '../database/d1.ts'
import { exitOnError } from '../command/exit-on-error.ts'
import { personArgument } from './person-argument.ts'

/** `npm run -s person:export -- EMAIL [--remote]` prints all stored data of a person as JSON. */
await exitOnError(async () => {
  const { person, target } = personArgument(process.argv.slice(2))
  const { db, close } = await openShopD1(target)
  try {
    const data = await exportPerson({ db }, person)
    console.log(JSON.stringify(data, null, 2))
    // On the error output, because the JSON usually goes to a file.
    if (Object.keys(data).length === 0)
      console.error(`The shop has no data about ${person.address}. Check the address.`)
  } finally {
    await close()
  }
})
