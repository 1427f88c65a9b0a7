import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { words } from '../../content/index.ts'

/** Names in quotes, and templates whose parameters are one part of a name: `units.${unit}`. */
const name = /(['"`])([A-Za-z]\w*(?:\.(?:[\w-]|\$\{[^}]*\})+)+)\1/g

it('has no unused words', () => {
  const files = globSync('{src,client}/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
  const names = new Set(files.flatMap((file) => namesIn(readFileSync(file, 'utf8'))))
  const patterns = [...names].map(
    (each) => new RegExp(`^${each.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[^.]+')}$`),
  )
  const unused = keysOf(words.en).filter((key) => !patterns.some((pattern) => pattern.test(key)))
  expect(unused).toEqual([])
})

it('finds names in quotes and in templates', () => {
  const code = "words('order.email') + words(`units.${unit}`) + `signIn.${kind}Title` + 'order'"
  expect(namesIn(code)).toEqual(['order.email', 'units.${unit}', 'signIn.${kind}Title'])
})

function namesIn(code: string): string[] {
  return [...code.matchAll(name)].map(([, , found = '']) => found)
}

function keysOf(table: object, path = ''): string[] {
  return Object.entries(table).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !('other' in value)
      ? keysOf(value, `${path}${key}.`)
      : [path + key],
  )
}
