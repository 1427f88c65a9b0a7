import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { classesIn } from '../../test/fixtures/classes-in.ts'

it('has no styles of unused classes', () => {
  const code = globSync('{src,client}/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
  const names = new Set(code.flatMap((file) => readFileSync(file, 'utf8').match(/[\w-]+/g) ?? []))
  const styles = globSync('client/styles/*.css').map((file) => readFileSync(file, 'utf8'))
  const unused = styles.flatMap(classesIn).filter((name) => !names.has(name))
  expect(unused).toEqual([])
})

it('finds the classes of selectors', () => {
  const css = "@import './a.css';\n/* .b */\n.c:not(.d-e) > li {\n  margin: 0.5rem;\n}"
  expect(classesIn(css)).toEqual(['c', 'd-e'])
})
