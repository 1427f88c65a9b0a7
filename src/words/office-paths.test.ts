import { expect, it } from 'vitest'
import { isInOffice, officeHref } from './office-paths.ts'

it('builds the URLs of pages', () => {
  expect(officeHref('today')).toBe('/admin')
  expect(officeHref('today', { done: 'retry' })).toBe('/admin?done=retry')
  expect(officeHref('plans', { group: undefined, page: 2 })).toBe('/admin/plans?page=2')
  expect(officeHref('partner', { id: '+7900' })).toBe('/admin/partner?id=%2B7900')
})

it('requires the parameters that a page needs, and rejects other parameters', () => {
  // @ts-expect-error the id is missing
  officeHref('order', {})
  // @ts-expect-error the query is missing
  officeHref('order')
  // @ts-expect-error the page has no such parameter
  officeHref('order', { id: 'a', q: 'b' })
  // @ts-expect-error the page has no parameters
  officeHref('settings', { done: 'retry' })
  // @ts-expect-error there is no such page
  expect(() => officeHref('invoices')).toThrow(TypeError)
})

it.each([
  ['/admin', true],
  ['/admin/orders', true],
  ['/admin?done=retry', true],
  ['/adminx', false],
  ['/ru/admin', false],
])('%s is in the back office: %s', (address, isInside) => {
  expect(isInOffice(address)).toBe(isInside)
})
