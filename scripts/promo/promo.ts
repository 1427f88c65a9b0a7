import { openShopD1 } from '../database/d1.ts'
import { commandContext, commandStaff } from '../staff/command-context.ts'
import { exitOnError } from '../command/exit-on-error.ts'
import { promoArguments } from './promo-arguments.ts'
import { runPromo } from './run-promo.ts'

/** `npm run promo -- add SUMMER --percent 10 | change SUMMER --limit 800 | list | stop SUMMER [--as NAME] [--remote]` */
await exitOnError(async () => {
  const command = promoArguments(process.argv.slice(2))
  const { db, close } = await openShopD1(command.target)
  try {
    const lines = await runPromo(commandContext(db), commandStaff(command.name), command)
    console.log(lines.join('\n'))
  } finally {
    await close()
  }
})
