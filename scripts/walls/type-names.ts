import { readFile } from 'node:fs/promises'
import { parseSync } from 'vite'
import { modulesIn } from './import-graph.ts'

/** A type, interface or class at the top level of a module. */
export type TypeDeclaration = {
  readonly name: string
  readonly file: string
  readonly isExported: boolean
}

/** Reads the types that modules in `folders` declare. */
export async function typesOfFiles(folders: readonly string[]): Promise<TypeDeclaration[]> {
  const files = (await Promise.all(folders.map(modulesIn))).flat()
  const types = files.map(async (file) => typesIn(file, await readFile(file, 'utf8')))
  return (await Promise.all(types)).flat()
}

export function typesIn(file: string, code: string): TypeDeclaration[] {
  return parseSync(file, code).program.body.flatMap((statement) => {
    const isExported = statement.type === 'ExportNamedDeclaration'
    const declaration = isExported ? statement.declaration : statement
    const name = declaration ? typeNameOf(declaration) : null
    return name === null ? [] : [{ name, file, isExported }]
  })
}

/** Reads the components that modules in `folders` export. */
export async function componentsOfFiles(folders: readonly string[]): Promise<TypeDeclaration[]> {
  const files = (await Promise.all(folders.map(modulesIn))).flat()
  const components = files
    .filter((file) => file.endsWith('.tsx'))
    .map(async (file) => componentsIn(file, await readFile(file, 'utf8')))
  return (await Promise.all(components)).flat()
}

function componentsIn(file: string, code: string): TypeDeclaration[] {
  const names = code.matchAll(/^export (?:async )?function ([A-Z]\w*)/gm)
  return [...names].map(([, name = '']) => ({ name, file, isExported: true }))
}

/**
 * Returns names declared more than once. Local types of tests and scripts may repeat. So may
 * `Props`, the type of the component in its file.
 */
export function doubledNames(types: readonly TypeDeclaration[]): string[] {
  const byName = Map.groupBy(types.filter(isShared), ({ name }) => name)
  return [...byName]
    .filter(([, declarations]) => declarations.length > 1)
    .map(([name, declarations]) => `${name}: ${declarations.map(({ file }) => file).join(', ')}`)
    .toSorted()
}

function isShared({ name, file, isExported }: TypeDeclaration): boolean {
  return name !== 'Props' && (isExported || /^(src|client|content)\//.test(file))
}

/** Nouns that end like participles. */
const nouns = ['Binding', 'Finding', 'Need', 'Pricing', 'Rating', 'Reading', 'Ring', 'Setting']
const irregularParticiples =
  /^(Built|Done|Drawn|Found|Given|Held|Kept|Known|Made|Paid|Sent|Shown|Sold|Told)$/
const verbs = /^(Read|(At|By|Connect|Create|Draw|From|With)([A-Z]\w*)?)$/
const vague = /^(Thing|Stuff)s?$/

/**
 * Returns whether a type's name ends in a noun and does not begin with a verb. The lists are not
 * complete.
 */
export function isNoun(name: string): boolean {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z][a-z0-9]*/g) ?? []
  const last = words.at(-1) ?? ''
  const isParticiple = /(ed|ing)$/.test(last) && !nouns.includes(last)
  return !(isParticiple || irregularParticiples.test(last) || verbs.test(name) || vague.test(last))
}

type Declaration = { readonly type: string; readonly id?: unknown }

function typeNameOf({ type, id }: Declaration): string | null {
  const isType = ['TSTypeAliasDeclaration', 'TSInterfaceDeclaration', 'ClassDeclaration']
  if (!isType.includes(type) || typeof id !== 'object' || id === null) return null
  return 'name' in id && typeof id.name === 'string' ? id.name : null
}
