import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, posix, resolve } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { folderArrows, leadsTo } from './folders.ts'
import { arrows, packageUsers, testRoom, tools, wallProblem } from './rooms.ts'

const rooms = [...Object.keys(arrows), testRoom]
const roomsOfOneFile = ['routes', 'app', 'worker']
const foldersOfRoot = ['content', 'catalogue', 'client', 'scripts', 'test']
const packages = [...Object.keys(packageUsers), 'node:fs', 'left-pad']

const syntaxes = 'src/domain/syntaxes.ts'
const importsInEverySyntax = [
  "import '../locale/planted.ts'",
  "import {} from './../locale/planted.ts'",
  "import type {} from '../domain/../locale/planted.ts'",
  "export {} from '../locale/planted.ts'",
  "export * from '../locale/planted.ts'",
  "void import('../locale/planted.ts')",
  "null as import('../locale/planted.ts').Type",
]
const plants = [
  ...rooms.flatMap((room) => filesIn(room).map((file) => ({ file, room }))),
  { file: 'src/domain/planted.test.ts', room: testRoom },
]
const folderPlants = Object.entries(folderArrows).flatMap(([room, folders]) =>
  Object.keys(folders).map((folder) => ({
    file: `src/${room}/${folder}/planted.ts`,
    room,
    folder,
  })),
)
const report = z.object({
  diagnostics: z.array(
    z.object({
      filename: z.string(),
      labels: z.array(z.object({ span: z.object({ line: z.number() }) })),
    }),
  ),
})
let refused: ReadonlyMap<string, readonly string[]>

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'walls-'))
  try {
    const files = [...[...plants, ...folderPlants].map(({ file }) => file), syntaxes]
    await Promise.all(files.map((file) => write(join(folder, file), linesOf(file))))
    refused = lint(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

it.each(plants)('$file imports only modules that its room may import', ({ file, room }) => {
  const isForbidden = (target: string) => !mayImport(room, target)
  const isUser = (user: string) => room === user || room.startsWith(`${user}/`)
  const mayUse = (name: string) => tools.includes(room) || packageUsers[name]?.some(isUser)
  expect(refused.get(file) ?? []).toEqual([
    ...rooms.filter(isForbidden).map((target) => roomImport(file, target)),
    ...packages.filter((name) => !mayUse(name)).map(packageImport),
  ])
})

it.each(folderPlants)('$file imports only folders that arrows lead to', (plant) => {
  const { file, room, folder } = plant
  const own = folderArrows[room] ?? {}
  const isForbidden = (target: string) => target !== folder && !leadsTo(own, folder, target)
  expect(refused.get(file) ?? []).toEqual(Object.keys(own).filter(isForbidden).map(folderImport))
})

it('finds every syntax of an import', () => {
  expect(refused.get(syntaxes)).toEqual(importsInEverySyntax)
})

it('arrows lead one way', () => {
  const all = [arrows, ...Object.values(folderArrows)]
  const foldersInCycles = (each: typeof arrows) =>
    Object.keys(each).filter((name) => leadsTo(each, name, name))
  expect(all.flatMap(foldersInCycles)).toEqual([])
})

it.each([
  ['the product runs without Node', 'src/domain/money.ts', 'node:crypto'],
  ['pages do not import the backend', 'src/pages/index.tsx', '../backend/backend.ts'],
  ['only development pages of the backend render React', 'src/backend/backend.ts', 'react'],
  ['the shop does not import the back office', 'src/app.ts', './admin/admin.tsx'],
  ['only the sign-in of the back office reads tokens', 'src/admin/admin.tsx', 'jose'],
  ['nothing imports a test', 'src/domain/money.ts', './money.test.ts'],
  ['shared files import no folder', 'src/backend/hashing.ts', './orders/invoices.ts'],
  ['a new folder of the backend needs arrows', 'src/backend/new/file.ts', '../orders/invoices.ts'],
  ['a new folder of src needs a room', 'src/new/file.ts', '../domain/money.ts'],
])('%s', (_, file, specifier) => {
  expect(wallProblem(file, specifier)).not.toBeNull()
})

it('development pages of the backend may render React', () => {
  expect(wallProblem('src/backend/dev-tools/page.tsx', 'react')).toBeNull()
})

it('every room exists', async () => {
  const names = await Promise.all(['.', 'src', 'client', 'test'].map(namesIn))
  expect(names.flat()).toEqual(expect.arrayContaining(rooms))
})

function filesIn(room: string): readonly string[] {
  if (roomsOfOneFile.includes(room)) return [`src/${room}.ts`]
  const isOfRoot = foldersOfRoot.some((folder) => room.startsWith(folder))
  const folder = isOfRoot ? room : `src/${room}`
  return [`${folder}/planted.ts`, `${folder}/some/deeper/planted.ts`]
}

function mayImport(room: string, target: string): boolean {
  return room === testRoom || room === target || (arrows[room] ?? []).includes(target)
}

function linesOf(file: string): readonly string[] {
  if (file === syntaxes) return importsInEverySyntax
  const plant = folderPlants.find((each) => each.file === file)
  if (plant) return Object.keys(folderArrows[plant.room] ?? {}).map(folderImport)
  return [...rooms.map((target) => roomImport(file, target)), ...packages.map(packageImport)]
}

function roomImport(file: string, target: string): string {
  const path = posix.relative(posix.dirname(file), filesIn(target)[0] ?? '')
  return `import '${path.startsWith('.') ? path : `./${path}`}'`
}

function folderImport(folder: string): string {
  return `import '../${folder}/planted.ts'`
}

function packageImport(name: string): string {
  return `import '${name}'`
}

async function write(file: string, lines: readonly string[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, lines.join('\n'))
}

/** Runs oxlint with this project's configuration and returns only problems of the walls. */
function lint(folder: string): ReadonlyMap<string, readonly string[]> {
  const flags = ['-A', 'all', '-D', 'walls/imports', '--format', 'json']
  const config = resolve('oxlint.config.ts')
  const { stdout } = spawnSync('oxlint', ['--config', config, ...flags], {
    cwd: folder,
    encoding: 'utf8',
  })
  const lines = new Map<string, string[]>()
  for (const { filename, labels } of report.parse(JSON.parse(stdout)).diagnostics)
    for (const { span } of labels) {
      const line = linesOf(filename)[span.line - 1] ?? ''
      lines.set(filename, [...(lines.get(filename) ?? []), line])
    }
  return lines
}

async function namesIn(folder: string): Promise<string[]> {
  const prefix = ['.', 'src'].includes(folder) ? '' : `${folder}/`
  return (await readdir(folder)).map((name) => prefix + name.replace(/\.tsx?$/, ''))
}
