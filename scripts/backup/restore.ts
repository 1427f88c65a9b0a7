import { access, constants } from 'node:fs/promises'
import { resolve } from 'node:path'
import { unreadable } from '../command/unreadable.ts'
import { exitOnError } from '../command/exit-on-error.ts'
import { readBackup, countRows } from './backup-file.ts'
import { restoreShop } from './restore-shop.ts'
import { parseCommand } from '../command/parse-command.ts'

const usage = `Usage: npm run restore -- FILE --into NEW [--remote]
NEW is a data folder, or with --remote the name of a database. It must be new or empty.`

await exitOnError(async () => {
  const { values, positionals } = parseCommand(usage, {
    options: { into: { type: 'string' }, remote: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [path] = positionals
  if (path === undefined || positionals.length > 1 || values.into === undefined)
    throw new Error(`Give the FILE of one backup, and --into.\n${usage}`)
  const file = resolve(process.env['INIT_CWD'] ?? '.', path)
  await access(file, constants.R_OK).catch(() => {
    throw unreadable(path)
  })
  const backup = await readBackup(file)
  console.log(`Restoring ${countRows(backup)} rows of the backup of ${backup.createdAt} …`)
  const { id } = await restoreShop(backup, file, { name: values.into, isRemote: values.remote })
  console.log(`Every table of ${values.into} has as many rows as the backup.`)
  console.log(
    values.remote
      ? `To use it, set database_name = "${values.into}" and database_id = "${id}" in wrangler.toml, and deploy.`
      : `To use it: npm start -- --persist-to ${values.into}`,
  )
})
