import { expect, it } from 'vitest'
import { selectProjects } from './select-journeys.ts'

const shop = { name: 'shop', files: ['pages.test.ts', 'purchase.test.ts'] }
const api = { name: 'shop over an API', files: ['purchase.test.ts'] }
const services = { name: 'shop with services', files: ['services.test.ts'] }
const all = [shop, api, services]

it.each([
  ['', all],
  ['--project shop', [shop]],
  ['--project=shop --project services', all.slice(0, 1)],
  ['test/e2e/pages.test.ts', [shop]],
  ['pages', [shop]],
  ['test/e2e/purchase.test.ts:12', [shop, api]],
  ['purchase --project shop', [shop]],
  ['-g pages services --workers 1', [services]],
  ['--repeat-each 5 --headed pages', [shop]],
  ['--project unknown', all],
])('playwright test %s', (command, selected) => {
  expect(selectProjects(all, ['test', ...command.split(' ').filter(Boolean)])).toEqual(selected)
})

it('finds a project whose name has spaces', () => {
  expect(selectProjects(all, ['test', '--project', 'shop over an API'])).toEqual([api])
})
