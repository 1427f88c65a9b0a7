import { expect, it } from 'vitest'
import { pathAndQuery } from './path-and-query.ts'

it.each([
  'https://shop.example',
  'https://shop.example/',
  'http://127.0.0.1:8787/esim/countries?page=2&sort=price',
  'https://shop.example/?',
  'https://shop.example?promo=A/B',
  'https://shop.example//evil.example/x?y?z',
  'https://shop.example/ru/esim/%D0%B0?to=/ru#top',
  'https://shop.example/#/x?y',
  'https://user:p@shop.example:8443/a b/"<>?q="<>\'',
  String.raw`https:\\shop.example\a\b`,
])('reads %s as URL does', (url) => {
  const { url: parsed } = new Request(url.replace('user:p@', ''))
  const { pathname, search } = new URL(parsed)
  expect(pathAndQuery(parsed)).toEqual({ pathname, search })
})
