import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runStories } from './run-stories.ts'

/**
 * Breaks rules of money and delivery one by one in a copy of the shop, and prints after how many
 * orders the simulation finds each of them: `node test/simulation/mutations.ts [FROM [TO]]`.
 */
type Mutation = {
  readonly rule: string
  readonly file: string
  readonly text: string
  readonly broken: string
}

const mutations = JSON.parse(
  await readFile('test/simulation/mutations.json', 'utf8'),
) as readonly Mutation[] // written beside this file

const folders = ['src', 'client', 'content', 'catalogue', 'scripts', 'static', 'test']
const files = ['package.json', 'tsconfig.json', 'tsconfig.node.json']

const copy = await mkdtemp(join(tmpdir(), 'mutations-'))
try {
  for (const name of [...folders, ...files]) await cp(name, join(copy, name), { recursive: true })
  await symlink(resolve('node_modules'), join(copy, 'node_modules'))
  const [from = 1, to = mutations.length] = process.argv.slice(2).map(Number)
  for (const [index, mutation] of mutations.entries())
    if (index + 1 >= from && index + 1 <= to)
      console.log(`${index + 1} | ${mutation.rule} | ${await find(mutation)}`)
} finally {
  await rm(copy, { recursive: true })
}

async function find({ file, text, broken }: Mutation): Promise<string> {
  const path = join(copy, file)
  const original = await readFile(path, 'utf8')
  if (original.split(text).length !== 2) return 'the text to break is not in the file once'
  await writeFile(
    path,
    original.replace(text, () => broken),
  )
  try {
    const { isRight, output } = await runStories(copy, {
      SIMULATED_ORDERS: '20000',
      ...process.env,
    })
    if (isRight) return 'NOT FOUND'
    return /After \d+ orders: .*/.exec(output)?.[0] ?? `another failure: ${output.slice(0, 300)}`
  } finally {
    await writeFile(path, original)
  }
}
