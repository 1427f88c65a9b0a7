import { erasePerson } from '../../src/office/erase-person.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { openShopD1 } from '../database/d1.ts'
import { commandContext, commandStaff } from '../staff/command-context.ts'
import { exitOnError } from '../command/exit-on-error.ts'
import { deleteScreenshot } from './delete-screenshot.ts'
import { describeErasure } from './describe-erasure.ts'
import { personArgument } from './person-argument.ts'

/** `npm run person:erase -- EMAIL [--as NAME] [--remote]` */
await exitOnError(async () => {
  const { person, name, target } = personArgument(process.argv.slice(2))
  const { db, close } = await openShopD1(target)
  try {
    const deleteFile = async (file: string) => deleteScreenshot(file, target)
    const request = { person, idempotencyKey: secretID() }
    const result = await erasePerson(
      { ...commandContext(db), deleteFile },
      commandStaff(name),
      request,
    )
    console.log(describeErasure(person, result).join('\n'))
  } finally {
    await close()
  }
})
