import { cp, mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as registry from '../../content/index.ts'
import { defaultLocale } from '../../src/words/locales.shared.ts'
import type { LocaleSettings } from '../../src/words/locales.shared.ts'
import { germanWords, moreLanguages } from './more-languages.ts'
import { pseudoTree } from './pseudo-text.ts'
import type { PseudoKind } from './pseudo-text.ts'

/** Folders that each run copies. The build of the copy is not deleted. */
const parts = ['src', 'client', 'content', 'static', 'catalogue', 'docs', 'scripts', 'test']
const data = '.wrangler'
const settings = /^(package.*\.json|tsconfig.*\.json|.*\.config\.ts|wrangler\.toml|.*\.d\.ts)$/
/** Keys of content/ whose values are not translated. */
const fixed = ['ident', 'country', 'date', 'rating']

/**
 * Copies the shop and adds languages as a maintainer would. Each language gets a folder in content/
 * and a line in the table of locales.
 */
export async function copyShop(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await rm(join(folder, data), { recursive: true, force: true })
  const files = (await readdir('.')).filter((file) => settings.test(file))
  for (const part of [...parts, ...files]) {
    await rm(join(folder, part), { recursive: true, force: true })
    await cp(part, join(folder, part), { recursive: true })
  }
  await linkModules(folder)
  await writePseudo(folder, 'en-XA', 'accented')
  await writePseudo(folder, 'ar-XB', 'right-to-left')
  await writeTexts(folder, 'de', { words: germanWords })
  await addLines(join(folder, 'src/words/locales.shared.ts'), moreLanguages)
}

/** Links each package, because tools write their caches into node_modules. */
async function linkModules(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules')
  await mkdir(modules, { recursive: true })
  const present = new Set(await readdir(modules))
  for (const name of await readdir('node_modules'))
    if (!present.has(name) && name !== '.cache')
      await symlink(resolve('node_modules', name), join(modules, name))
}

/** Writes all texts except the blog, which falls back to the default locale. */
async function writePseudo(folder: string, lang: string, pseudo: PseudoKind): Promise<void> {
  const { search: _typed, ...shown } = registry
  const texts = Object.entries(shown).map(([kind, versions]) => [
    kind,
    pseudoTree(versions[defaultLocale], pseudo, kind === 'words' ? [] : fixed),
  ])
  await writeTexts(folder, lang, Object.fromEntries(texts))
}

async function writeTexts(
  folder: string,
  lang: string,
  texts: { readonly [kind: string]: unknown },
): Promise<void> {
  await mkdir(join(folder, 'content', lang))
  for (const [kind, text] of Object.entries(texts)) {
    const name = kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const source = `export const ${kind} = ${JSON.stringify(text, null, 2)}\n`
    await writeFile(join(folder, 'content', lang, `${name}.ts`), source)
  }
}

async function addLines(
  file: string,
  lines: { readonly [lang: string]: LocaleSettings },
): Promise<void> {
  const source = await readFile(file, 'utf8')
  const end = '\n} as const satisfies'
  const tables = source.split(end).length - 1
  if (tables !== 1)
    throw new Error(
      `${file}: expected one table of locales that ends with "} as const satisfies", found ${tables}. Change scripts/languages/copy-shop.ts to match the file.`,
    )
  const added = Object.entries(lines).map(
    ([lang, line]) => `\n  '${lang}': ${JSON.stringify(line)},`,
  )
  await writeFile(
    file,
    source.replace(end, () => added.join('') + end),
  )
}
