import { expect, it } from 'vitest'
import { copyName, kindOf } from './request-kind.ts'

const shop = 'https://shop.example'
const kindOfNavigation = (path: string, method = 'GET') =>
  kindOf({ method, mode: 'navigate', url: shop + path }, shop)

it.each([
  '/esim-instruction?hash=abc',
  '/ru/esim-instruction?utm_source=mail&hash=abc',
  '/esim-operator-info?hash=abc',
  '/ru/esim-operator-info?hash=abc',
])('stores the eSIM page %s', (path) => expect(kindOfNavigation(path)).toBe('esim'))

it.each([
  '/klientam/questions-and-answers',
  '/ru/klientam/questions-and-answers/installing',
  '/klientam/questions-and-answers/installing/no-internet?utm_source=mail',
])('stores the FAQ page %s', (path) => expect(kindOfNavigation(path)).toBe('answer'))

it.each([
  '/',
  '/ru',
  '/esim-instruction',
  '/esim-operator-info?operator=tr-turkcell',
  '/esim-order?tariffID=a&hash=abc',
  '/payment/success?invoiceID=a',
  '/account',
  '/klientam/questions-and-answers-of-others',
  '/klientam/questions-and-answers?search_string=roaming',
  '/russia/esim-instruction?hash=abc',
])('never stores %s', (path) => expect(kindOfNavigation(path)).toBe('page'))

it('sends forms of an eSIM', () => {
  expect(kindOfNavigation('/ru/esim-instruction?hash=abc', 'POST')).toBe('esim-form')
})

it('ignores other form posts, other sites and data requests', () => {
  expect(kindOfNavigation('/esim-order?tariffID=a', 'POST')).toBeNull()
  const url = `${shop}/esim-instruction?hash=abc`
  expect(kindOf({ method: 'POST', mode: 'cors', url }, shop)).toBeNull()
  expect(kindOf({ method: 'GET', mode: 'navigate', url: 'https://bank.example/' }, shop)).toBeNull()
  expect(kindOf({ method: 'GET', mode: 'cors', url: `${shop}/web-esim?hash=a` }, shop)).toBeNull()
})

it('stores built files and the icon', () => {
  const kindOfFile = (path: string) =>
    kindOf({ method: 'GET', mode: 'cors', url: shop + path }, shop)
  expect(kindOfFile('/assets/boot-1.js')).toBe('file')
  expect(kindOfFile('/icon.svg')).toBe('file')
  expect(kindOfFile('/flags/tr.svg')).toBeNull()
})

it('stores one copy of a page regardless of its campaign parameters', () => {
  expect(copyName(`${shop}/esim-instruction?utm_source=a&hash=x`)).toBe(
    `${shop}/esim-instruction?hash=x`,
  )
  expect(copyName(`${shop}/ru/klientam/questions-and-answers/a?utm_source=a`)).toBe(
    `${shop}/ru/klientam/questions-and-answers/a`,
  )
})
