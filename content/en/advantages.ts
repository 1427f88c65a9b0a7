import type { Advantage } from '../schemas.ts'

/** What the shop promises, each line something that can be checked. */
export const advantages: readonly Advantage[] = [
  {
    ident: 'days-wait',
    title: 'The days wait for you',
    text: 'Install it at home. The plan starts at the first connection to a network, within 89 days of purchase.',
  },
  {
    ident: 'own-number',
    title: 'Your number stays',
    text: 'Your own SIM keeps calls and bank messages. The eSIM beside it carries the internet.',
  },
  {
    ident: 'whole-price',
    title: 'One price, paid once',
    text: 'No subscription and no fee on top. When the data ends, it ends; nothing more is charged.',
  },
  {
    ident: 'countries-listed',
    title: 'Every country is listed',
    text: 'A plan for several countries names them one by one, so ‘Europe’ holds no surprise.',
  },
  {
    ident: 'fair-use-printed',
    title: '‘Unlimited’ with its numbers',
    text: 'The daily threshold and the speed past it stand on the page. What the operator does not state, we do not guess.',
  },
  {
    ident: 'no-app',
    title: 'No app, no account',
    text: 'An e-mail address and a card are enough. The QR code comes to the page and by e-mail within a minute.',
  },
]
