import { expect, it } from 'vitest'
import { z } from 'zod'
import { readJsonColumn, storedJson } from './db.ts'

const codes = z.array(z.string())

it('reads a JSON column', () => {
  expect(readJsonColumn('plans.country_codes', codes, '["tr"]')).toEqual(['tr'])
})

it.each(['{}', '[1]', 'tr', ''])('names the column of the invalid value %j', (text) => {
  expect(() => readJsonColumn('plans.country_codes', codes, text)).toThrow(
    /^Invalid value of plans\.country_codes: .*Invalid input/s,
  )
})

it('replaces an invalid value of an optional column', () => {
  expect(['["tr"]', '[1]', 'tr'].map((text) => storedJson(codes, text, []))).toEqual([
    ['tr'],
    [],
    [],
  ])
})
