import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { targetFlags, targetOf } from '../database/target.ts'
import { exitOnError } from '../command/exit-on-error.ts'
import { countRows, writeBackup } from './backup-file.ts'
import { withCopy } from './copy-database.ts'
import { parseCommand } from '../command/parse-command.ts'

const usage = 'Usage: npm run backup -- [--to FILE] [--remote | --persist-to DIR]'

await exitOnError(async () => {
  const { values } = parseCommand(usage, {
    options: { ...targetFlags, to: { type: 'string' } },
  })
  const now = new Date().toISOString()
  const name = values.to ?? `backups/${now.slice(0, 19).replaceAll(/[:T]/g, '-')}.sql`
  const file = resolve(process.env['INIT_CWD'] ?? '.', name)
  await mkdir(dirname(file), { recursive: true })
  const backup = await withCopy(targetOf(values), async (copy) => writeBackup(copy, file, now))
  console.log(`${countRows(backup)} rows of ${Object.keys(backup.rows).length} tables: ${file}`)
  console.log(
    'The file contains personal data and unsold profiles. Store it where nobody else can read it.',
  )
})
