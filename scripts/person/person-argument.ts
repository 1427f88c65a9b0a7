import { personOf } from '../../src/office/person.ts'
import type { Person } from '../../src/office/person.ts'
import { shopOptions, targetFlags, targetOf } from '../database/target.ts'
import type { Target } from '../database/target.ts'
import { parseCommand } from '../command/parse-command.ts'

const usage = `Usage:
  npm run person:export -- PERSON
  npm run person:erase -- PERSON [--as NAME]
PERSON is the email address of a customer, or the phone number of a partner with +.
${shopOptions}`

/** Parses the command line. Throws an error with the usage when it is invalid. */
export function personArgument(args: readonly string[]): {
  readonly person: Person
  readonly name: string | undefined
  readonly target: Target
} {
  const { values, positionals } = parseCommand(usage, {
    args: [...args],
    allowPositionals: true,
    options: { ...targetFlags, as: { type: 'string' } },
  })
  const typed = positionals.join(' ')
  const person = personOf(typed)
  if (person === null) {
    const problem = typed === '' ? 'Name a person.' : `${typed} is neither an address nor a number.`
    throw new Error(`${problem}\n${usage}`)
  }
  return { person, name: values.as, target: targetOf(values) }
}
