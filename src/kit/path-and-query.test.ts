import { expect, it } from 'vitest'
import { pathAndQuery } from './redirect-target.ts'

it.each([
  'https://shop.example/',
  'http://127.0.0.1:8787/esim/countries?page=2&sort=price',
  'http://[::1]:8787/faq?search_string=5[G]',
  'https://shop.example/?',
  'https://shop.example//evil.example/x?y?z',
  'https://shop.example/ru/esim/%D0%B0?to=/ru#top',
  'https://shop.example/#/x?y',
  'https://user:p@shop.example:8443/a b/"<>?q="<>\'',
  String.raw`https:\\shop.example\a\b`,
  // workerd passes these on as they were sent.
  `https://shop.example/?q='`,
  'https://shop.example/esim/"<>?q="<>',
  'https://shop.example/où?q=où',
  'https://shop.example/%2e%2E/admin/.%2e/faq/.',
  String.raw`https://shop.example/\evil.example/`,
  'https://shop.example/^`{|}?^`{|}',
])('reads %s as URL does', (url) => {
  const { pathname, search } = new URL(url)
  expect(pathAndQuery(url)).toMatchObject({ pathname, search })
})
