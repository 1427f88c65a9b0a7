import { openShopD1 } from '../database/d1.ts'
import { exitOnError } from '../command/exit-on-error.ts'
import { commandContext, commandStaff } from '../staff/command-context.ts'
import { partnersArguments } from './partners-arguments.ts'
import { runPartners } from './run-partners.ts'

/** `npm run partners -- withdrawals | show | adjust | approve | paid | reject … [--remote]` */
await exitOnError(async () => {
  const { command, name, target } = partnersArguments(process.argv.slice(2))
  const { db, close } = await openShopD1(target)
  try {
    const lines = await runPartners(commandContext(db), commandStaff(name), command)
    console.log(lines.join('\n'))
  } finally {
    await close()
  }
})
