import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('uses no left or right side in styles, because some languages run from right to left', () => {
  const files = globSync('client/styles/*.css')
  const found = files.flatMap((file) =>
    physicalSidesIn(readFileSync(file, 'utf8')).map((text) => `${file}: ${text}`),
  )
  expect(found).toEqual([])
})

it('finds properties, values and shorthands of a physical side', () => {
  const css = `
    a { margin-left: 1px; text-align: right; inset: 0 calc(1px + (2px)) auto auto; }
    b { margin-inline: 1px 0; inset: 0 1px 2px; padding: 1px 2px 3px 2px; left: 0 }`
  expect(physicalSidesIn(css)).toEqual([
    'margin-left: 1px',
    'text-align: right',
    'inset: 0 calc(1px + (2px)) auto auto',
    'left: 0',
  ])
})

/** Returns the declarations that differ between left and right in every language. */
function physicalSidesIn(css: string): string[] {
  const declarations = css.matchAll(/(?<=[{;]\s*)(?<name>[a-z-]+):\s*(?<value>[^;{}]+)/g)
  return [...declarations].flatMap(({ groups }) => {
    const { name = '', value = '' } = groups ?? {}
    return isPhysical(name, value.trim()) ? [`${name}: ${value.trim()}`] : []
  })
}

function isPhysical(name: string, value: string): boolean {
  if (/^(left|right)$|-(left|right)(-|$)/.test(name)) return true
  if (/^(text-align|float|clear)$/.test(name)) return /^(left|right)$/.test(value)
  if (!/^(inset|margin|padding|border-width)$/.test(name)) return false
  const [, right, , left] = valuesOf(value)
  return left !== undefined && right !== left
}

/** Splits at spaces that are not in parentheses. */
function valuesOf(value: string): readonly string[] {
  return value.match(/(?:[^\s()]+|\((?:[^()]|\([^()]*\))*\))+/g) ?? []
}
