import { UsageRequest, exitOnError } from '../command.ts'
import { archiveCommand } from './archive.ts'
import { backupCommand } from './backup.ts'
import type { Command } from './define-command.ts'
import { doctorCommand } from './doctor.ts'
import { importCatalogue, importStock, importSupplier, importTexts } from './import.ts'
import { personErase, personExport } from './person.ts'
import { reconcile } from './reconcile.ts'
import { restoreCommand } from './restore.ts'

/** The commands of `npm run shop`, for what the back office cannot do. */
export const commands: readonly Command[] = [
  importCatalogue,
  importStock,
  importTexts,
  importSupplier,
  personExport,
  personErase,
  archiveCommand,
  backupCommand,
  restoreCommand,
  doctorCommand,
  reconcile,
]

const help = `Usage: npm run shop -- COMMAND
${commands.map(({ name, usage, about }) => `\n  ${`${name} ${usage}`.trim()}\n      ${about}`).join('')}

Every command uses the shop of npm start. Add --persist-to DIR for another data folder, or --remote
for production. Add --as NAME to sign the audit with another name than that of your account on this
machine.`

/** Runs the command that the first one or two words name. */
export async function runShop(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) throw new UsageRequest(help)
  const [first = '', second = ''] = args
  const two = `${first} ${second}`
  const command = commands.find(({ name }) => name === first || name === two)
  if (command) return command.run(args.slice(command.name.split(' ').length))
  throw new Error(first === '' ? help : `There is no command ${two.trim()}.\n${help}`)
}

if (import.meta.main) await exitOnError(async () => runShop(process.argv.slice(2)))
