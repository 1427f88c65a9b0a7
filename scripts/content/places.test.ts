import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { placePhrases } from '../../content/ru/place-phrases.ts'
import { typeset } from '../../content/typography.ts'

const { places } = placePhrases

async function rowsOf(file: string): Promise<string[][]> {
  const [, ...lines] = (await readFile(`catalogue/${file}`, 'utf8')).trim().split('\n')
  return lines.map((line) => line.split(','))
}

it('has a Russian phrase for each place of the catalogue', async () => {
  const countries = await rowsOf('countries.csv')
  const regions = await rowsOf('regions.csv')
  const codes = [
    ...countries.map(([code = '']) => code),
    ...regions.map(([country, ident]) => `${country}/${ident}`),
  ]
  expect(Object.keys(places).toSorted()).toEqual(codes.toSorted())
})

it.each(Object.values(places))('begins with a preposition and a no-break space: %s', (phrase) => {
  expect(phrase).toMatch(/^(?:в|во|на)\u00A0/)
  expect(phrase, 'npm run generate -- typography').toBe(typeset('ru', phrase))
})
