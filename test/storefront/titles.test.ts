import { beforeAll, expect, it } from 'vitest'
import { visitText } from '../support/visit.ts'
import { insertHostileContent } from './hostile-content.ts'
import { run } from '../support/small-shop.ts'

beforeAll(insertHostileContent)

const matchIn = async (path: string, pattern: RegExp) => pattern.exec(await visitText(path))?.[1]
const titleOf = async (path: string) => matchIn(path, /<title>([^<]*)<\/title>/)
const descriptionOf = async (path: string) =>
  matchIn(path, /<meta name="description" content="([^"]*)"/)

it.each(['', '/ru'])('gives plans of the same size different titles in %j', async (prefix) => {
  await run(
    `INSERT OR IGNORE INTO operators (ident, title, search_title) VALUES ('tr-vodafone', 'Vodafone', 'vodafone')`,
    `UPDATE operators SET title = 'Turkcell' WHERE ident = 'tr-turkcell'`,
    `INSERT OR IGNORE INTO plans
        (id, operator_ident, kind, country_codes, market, traffic_mb, validity_days, prices)
      SELECT 'tr-vodafone-10', 'tr-vodafone', kind, country_codes, market, traffic_mb,
        validity_days, prices FROM plans WHERE id = 'tr-10'`,
  )
  const titles = [
    await titleOf(`${prefix}/esim/tariffs/tr-turkcell/tr-10`),
    await titleOf(`${prefix}/esim/tariffs/tr-vodafone/tr-vodafone-10`),
  ]
  expect(titles[0]).toContain('Turkcell')
  expect(titles[1]).toContain('Vodafone')
})

it.each(['', '/ru'])('describes a block of questions by its questions in %j', async (prefix) => {
  const help = `${prefix}/klientam/questions-and-answers`
  expect(await descriptionOf(`${help}/choosing`)).toBe('How much?')
  expect(await descriptionOf(help)).not.toContain('How much?')
})

it.each([
  ['/esim/countries?search_string=T%C3%BCrkiye', 'Found 1 country'],
  ['/esim/countries?search_string=istnbul', 'Did you mean'],
  ['/esim/countries?search_string=zzzz', 'Nothing was found'],
  ['/ru/esim/countries?search_string=zzzz', 'Ничего не найдено'],
  ['/esim/trip?search_string=Cuba', 'Plan a trip: Cuba'],
  ['/esim/check?search_string=iPhone+8', 'iPhone 8 · Doesn’t work'],
])('names the result of %s in the title', async (path, title) => {
  expect((await titleOf(path))?.replaceAll('\u00A0', ' ')).toContain(title)
})

it.each([
  ['/esim/countries/tr', 'Türkiye, page 2 ·'],
  ['/ru/esim/countries/tr', ', страница 2 ·'],
  ['/esim/tariffs', 'plans, page 2 ·'],
])('has the page number in the title of the second page of %s', async (path, title) => {
  expect(await titleOf(`${path}?per_page=1&page=2`)).toContain(title)
  expect(await titleOf(`${path}?per_page=1`)).not.toMatch(/page|страница/)
  // The list ends earlier, so this is its first page.
  expect(await titleOf(`${path}?per_page=100&page=9`)).not.toMatch(/page|страница/)
})
