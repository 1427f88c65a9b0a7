import { expect, it, vi } from 'vitest'
import { wordsOf } from '../words/words.shared.ts'
import { parsedOnce } from './plan-rows.ts'

it('parses a text once for each language', () => {
  const parse = vi.fn<(text: string) => { text: string }>((text) => ({ text }))
  const parsed = parsedOnce(parse)
  const [english, russian] = [wordsOf('en'), wordsOf('ru')]
  const first = parsed('[1]', english)
  expect(parsed('[1]', english)).toBe(first)
  expect(parsed('[2]', english)).toEqual({ text: '[2]' })
  expect(parsed('[1]', russian)).not.toBe(first)
  expect(parse).toHaveBeenCalledTimes(3)
})

it('forgets old texts', () => {
  const parse = vi.fn<(text: string) => { text: string }>((text) => ({ text }))
  const parsed = parsedOnce(parse)
  for (let number = 0; number <= 500; number += 1) parsed(`[${number}]`, wordsOf('en'))
  parsed('[0]', wordsOf('en'))
  expect(parse).toHaveBeenCalledTimes(502)
})

it('keeps as many texts as it may store', () => {
  const parse = vi.fn<(text: string) => { text: string }>((text) => ({ text }))
  const parsed = parsedOnce(parse)
  for (let number = 0; number < 4000; number += 1) parsed(`[${number % 500}]`, wordsOf('en'))
  expect(parse).toHaveBeenCalledTimes(500)
})
