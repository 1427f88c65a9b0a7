import type { Advantage } from '../schemas.ts'

/** Reasons to buy. Each must be something a visitor can check. */
export const advantages: readonly Advantage[] = [
  {
    ident: 'days-wait',
    title: 'Install now, start later',
    text: 'Install it at home. Your plan starts when you first connect to a network, up to 89 days after purchase.',
  },
  {
    ident: 'own-number',
    title: 'Keep your number',
    text: 'You still get calls and bank messages on your own SIM. The eSIM gives you mobile data.',
  },
  {
    ident: 'whole-price',
    title: 'One price, paid once',
    text: 'No subscription and no extra fees. When your data runs out, we don’t charge you more.',
  },
  {
    ident: 'countries-listed',
    title: 'Every country listed',
    text: 'A plan for several countries names each one, so you know exactly what ‘Europe’ covers.',
  },
  {
    ident: 'fair-use-printed',
    title: 'Clear limits on unlimited plans',
    text: 'You see the daily limit and the speed after it. If we don’t know them, we say so.',
  },
  {
    ident: 'no-app',
    title: 'No app, no account',
    text: 'All you need is an email address and a card. You get the QR code on screen and by email within a minute.',
  },
]
