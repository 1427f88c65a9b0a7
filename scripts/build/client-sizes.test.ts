import { expect, it } from 'vitest'
import { sizeProblems, type WeighedChunk } from './size-limits.ts'

function script(
  file: string,
  bytes: number,
  modules: string[],
  imports: string[] = [],
): WeighedChunk {
  return { file, bytes, modules, imports, dynamicImports: [] }
}

const boot = script('boot.js', 3000, ['client/boot.ts'])
const react = script('react.js', 58_000, ['node_modules/react-dom/client.js'])
const form = script('form.js', 900, ['src/orders/order-form.shared.tsx'], ['react.js', 'field.js'])
const field = script('field.js', 5000, ['src/ui/fields.shared.tsx'])
const good = [boot, react, form, field]

it('accepts a small boot script, small forms, and React on intent', () => {
  expect(sizeProblems(good)).toEqual([])
})

it.each([
  ['a large boot script', { ...boot, bytes: 4001 }],
  ['a boot script that imports React', { ...boot, imports: ['react.js'] }],
  ['a form whose scripts are large without libraries', { ...field, bytes: 5201 }],
  [
    'all of zod',
    script('zod.js', 9000, [
      'node_modules/zod/v4/mini/schemas.js',
      'node_modules/zod/v4/classic/schemas.js',
    ]),
  ],
  [
    'libphonenumber in a form',
    { ...form, modules: [...form.modules, 'node_modules/libphonenumber-js/min/index.js'] },
  ],
  [
    'a large libphonenumber',
    script('phone.js', 30_001, [
      'src/words/phone-as-typed.shared.ts',
      'node_modules/libphonenumber-js/min/index.js',
    ]),
  ],
  ['a large script that is not listed', script('map.js', 14_001, ['node_modules/map/index.js'])],
])('refuses %s', (_, changed) => {
  const others = good.filter(({ file }) => file !== changed.file)
  expect(sizeProblems([...others, changed])).not.toEqual([])
})

it('refuses a build without scripts', () => {
  expect(sizeProblems([])).toHaveLength(2)
})
