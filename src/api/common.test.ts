import { expect, it } from 'vitest'
import { z } from 'zod'
import { pageSize } from '../kit/limits.shared.ts'
import { listQuery, pageQuery } from './common.ts'

const page = z.object(pageQuery)
const list = z.object(listQuery)
const invalid = ['1e1', '0x2', '1.0', '+2', '-2', ' 2', '2 ', '', '0', '٢', 'true']

it.each(invalid)('shows the first page for the page number %j', (text) => {
  expect(page.parse({ page: text, per_page: text })).toEqual({
    page: 1,
    per_page: pageSize.default,
  })
})

it.each(invalid)('refuses the page number %j in the API', (text) => {
  const { error } = list.safeParse({ page: text, per_page: text })
  expect(error?.issues.map(({ path }) => path[0]).toSorted()).toEqual(['page', 'per_page'])
})

it('reads decimal digits, and numbers of direct reads', () => {
  expect(list.parse({ page: '10', per_page: '07' })).toMatchObject({ page: 10, per_page: 7 })
  expect(list.parse({ page: 3 })).toMatchObject({ page: 3, per_page: pageSize.default })
})
