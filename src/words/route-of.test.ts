import { expect, it } from 'vitest'
import { routeOf } from './page-table.ts'

it.each([
  ['/', '/'],
  ['/ru', '/'],
  ['/about', '/about'],
  ['/ru/esim/countries/tr', '/esim/countries/:country'],
  ['/esim/countries/ru/mow', '/esim/countries/:country/:region'],
  ['/esim/countries.json', '/esim/countries.json'],
  ['/klientam/questions-and-answers', '/klientam/questions-and-answers/:block?/:question?'],
  ['/klientam/questions-and-answers/a/b', '/klientam/questions-and-answers/:block?/:question?'],
  ['/callbacks/payment/stripe', '/callbacks'],
  ['/admin/orders/V1StGXR8_Z5jdHi6B-myT', '/admin'],
  ['/healthz/ready', '/healthz'],
  ['/anna@example.com', 'unknown'],
  ['/ru/wp-login.php', 'unknown'],
])('returns the route of %s: %s', (path, route) => {
  expect(routeOf(path)).toBe(route)
})
