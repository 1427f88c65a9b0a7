import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { darkColours, letterSheet, lightColours } from './letter-style.ts'

const tokens = readFileSync('client/styles/tokens.css', 'utf8')

it('has the colours of the shop in both themes', () => {
  const names = Object.keys(lightColours) as (keyof typeof lightColours)[] // of a literal object
  for (const name of names) {
    const token = name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)
    expect(tokens).toContain(`--${token}: light-dark(${lightColours[name]}, ${darkColours[name]});`)
    expect(letterSheet).toContain(darkColours[name])
  }
})
